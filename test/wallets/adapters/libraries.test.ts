// What a wallet's provider cannot see: viem and ethers with local keys, and names from an app's
// ABIs.
import { BrowserProvider, Interface, Wallet } from 'ethers';
import { createWalletClient, custom, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { sendTransaction, writeContract } from 'viem/actions';
import { mainnet } from 'viem/chains';
import { expect, it, vi } from 'vitest';
import { abi } from '../../../src/wallets/abi.js';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { settle } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp, outline } from '../open-dapp.js';

// The second default key of anvil and hardhat, which is public.
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ABI = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function pay((address to, uint256 amount)[] list)',
]);

const open = createOpenDapp();

/** A node that accepts signed transactions. */
const createNode = () => {
  const wallet = createNodeWallet({
    eth_sendRawTransaction: () => HASH,
    eth_gasPrice: () => '0x1',
    eth_maxPriorityFeePerGas: () => '0x1',
  });
  return wallet;
};
const FEES = { gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, nonce: 0 } as const;

const openOwnKey = (wallet = createNode()) =>
  createWalletClient({
    account: privateKeyToAccount(KEY),
    chain: mainnet,
    transport: custom(wallet.provider, { retryCount: 0 }),
  });

it.each([false, true])(
  '[wallets 40] viem with a local key: records signatures and transactions with its address (provider tracked too: %s)',
  async (isWatched) => {
    const wallet = createNode();
    const client = openOwnKey(wallet);
    const others = isWatched ? [eip1193(wallet.provider)] : [];
    const { events } = open([viem(client), ...others]);
    await client.signMessage({ message: 'hello' });
    await client.signTypedData({
      domain: { name: 'App' },
      types: { Mail: [{ name: 'count', type: 'uint256' }] },
      primaryType: 'Mail',
      message: { count: 3n },
    });
    await client.sendTransaction({ to: OTHER_ACCOUNT, value: 7n, ...FEES });
    const sent = await events();
    expect(outline(sent)).toEqual([
      'signature requested',
      'signature confirmed',
      'signature requested',
      'signature confirmed',
      'transaction started',
      'transaction broadcasted',
    ]);
    expect(sent[2]).toMatchObject({ primary_type: 'Mail', domain: { name: 'App' } });
    if (!isWatched) {
      expect(sent.map(({ address }) => address)).toEqual(Array(6).fill(OWN));
      expect(sent.at(-1)).toMatchObject({ to: OTHER_ACCOUNT, value: '7', transaction_hash: HASH });
    }
  },
);

it("[wallets 27] viem with chain null: records the wallet's current chain, not the client's", async () => {
  const client = createWalletClient({
    account: ACCOUNT,
    chain: mainnet,
    transport: custom(createNode().provider, { retryCount: 0 }),
  });
  const { events } = open([viem(client)]);
  await client.requestAddresses();
  await client.switchChain({ id: 10 });
  await client.sendTransaction({ to: OTHER_ACCOUNT, chain: null, gas: 21_000n });
  expect((await events()).at(-1)).toMatchObject({ status: 'broadcasted', chain_id: 10 });
});

it('[wallets 43] viem: records function, arguments and selector of writeContract', async () => {
  const client = openOwnKey();
  const { events } = open([viem(client)]);
  const args = [[{ to: ACCOUNT, amount: 5n }]] as const;
  const address = OTHER_ACCOUNT;
  await client.writeContract({ address, abi: ABI, functionName: 'pay', args, ...FEES });
  expect((await events()).at(-1)).toMatchObject({
    function_name: 'pay',
    function_args: { list: [{ to: ACCOUNT, amount: '5' }] },
    data: new Interface(['function pay((address to, uint256 amount)[] list)']).getFunction('pay')
      ?.selector,
    to: OTHER_ACCOUNT,
    address: OWN,
  });
});

const DEPOSIT = 'function deposit(address to)';

it.each([
  [
    'two with the same number of arguments: the function is not named',
    'function deposit(uint256)',
    5n,
  ],
  ['one that is listed twice: the function is named', DEPOSIT, ACCOUNT],
])('[wallets 43] overloads in an ABI: %s', async (_, other, argument) => {
  const client = openOwnKey();
  const { events } = open([viem(client)]);
  const abi = parseAbi([DEPOSIT, other] as never);
  const write = { address: OTHER_ACCOUNT, abi, functionName: 'deposit', args: [argument] };
  await client.writeContract({ ...write, ...FEES } as never);
  const sent = await events();
  expect(outline(sent)).toEqual(['transaction started', 'transaction broadcasted']);
  const isNamed = other === DEPOSIT;
  for (const event of sent) {
    expect(event.function_name).toBe('deposit');
    expect(event.function_args).toEqual(isNamed ? { to: ACCOUNT } : { 0: '5' });
    expect(event.data).toBe(isNamed ? '0xf340fa01' : undefined);
  }
});

it('[wallets 43] viem: two writes to one contract that reach the wallet in reverse order are recorded once each, with their own names', async () => {
  const { provider } = createNodeWallet();
  // A function of its own, so that the wallet's provider is tracked separately below viem.
  const request = (call: never) => provider.request(call);
  const client = createWalletClient({
    account: ACCOUNT,
    chain: mainnet,
    transport: custom({ request }, { retryCount: 0 }),
  });
  const { events } = open([eip1193(provider), viem(client)]);
  const abi = parseAbi(['function approve(uint256 id)', 'function mint(uint256 id)']);
  const call = { address: OTHER_ACCOUNT, abi, args: [1n] } as const;
  await Promise.all([
    client.writeContract({ ...call, functionName: 'approve' }),
    // Skips the request for the chain, so that it reaches the wallet first.
    client.writeContract({ ...call, functionName: 'mint', chain: null }),
  ]);
  const selectorOf = (name: string) => new Interface(abi).getFunction(name)?.selector;
  const told = (await events()).map(({ status, function_name: name, data }) => [
    status,
    name,
    data,
  ]);
  expect(told).toEqual(
    ['mint', 'approve'].flatMap((name) =>
      ['started', 'broadcasted'].map((status) => [status, name, selectorOf(name)]),
    ),
  );
});

it('[wallets 40] viem: records actions that take the client as an argument', async () => {
  const client = openOwnKey();
  const { events } = open([viem(client)]);
  await sendTransaction(client, { to: OTHER_ACCOUNT, ...FEES });
  await writeContract(client, {
    address: OTHER_ACCOUNT,
    abi: ABI,
    functionName: 'transfer',
    args: [ACCOUNT, 1n],
    ...FEES,
  });
  expect(outline(await events())).toEqual([
    'transaction started',
    'transaction broadcasted',
    'transaction started',
    'transaction broadcasted',
  ]);
});

it('[wallets 40] ethers: records a Wallet with its own address', async () => {
  const wallet = createNode();
  const provider = new BrowserProvider(wallet.provider as never, 1, { cacheTimeout: -1 });
  const signer = new Wallet(KEY, provider);
  const { events, world } = open([ethers(signer)]);
  await signer.signMessage('hello');
  await signer.signTypedData(
    { name: 'App' },
    { Mail: [{ name: 'who', type: 'Person' }], Person: [{ name: 'age', type: 'uint256' }] },
    { who: { age: 3n } },
  );
  const sending = signer.sendTransaction({
    to: OTHER_ACCOUNT,
    value: 7n,
    gasLimit: 21_000n,
    gasPrice: 1n,
    nonce: 0,
    type: 0,
  });
  // The fake node returns another hash than the transaction's, which ethers rejects after sending.
  await sending.catch(() => {});
  const sent = await events();
  expect(outline(sent).slice(0, 5)).toEqual([
    'signature requested',
    'signature confirmed',
    'signature requested',
    'signature confirmed',
    'transaction started',
  ]);
  expect(sent[2]).toMatchObject({ primary_type: 'Mail' });
  expect(sent.map(({ address }) => address)).toEqual(Array(sent.length).fill(OWN));
  await world.clock.turn(1);
});

const TRANSFER = new Interface(['function transfer(address to, uint256 amount)']);
const SUFFIX = '626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
const send = (data: string) => ({
  method: 'eth_sendTransaction',
  params: [{ from: ACCOUNT, to: OTHER_ACCOUNT.toLowerCase(), data }],
});

it.each([
  ['given by the app', { Interface }],
  ['loaded', {}],
])(
  '[wallets 41] with the Interface of ethers %s, an ABI adds names of functions and arguments',
  async (_, options) => {
    const wallet = createNodeWallet();
    const contracts = { [OTHER_ACCOUNT]: ['function transfer(address to, uint256 amount)'] };
    const { events, faults } = open([abi(contracts, options as never), eip1193(wallet.provider)]);
    const data = TRANSFER.encodeFunctionData('transfer', [ACCOUNT, 5n]) + SUFFIX;
    const last = await eventually(async () => {
      await wallet.provider.request(send(data));
      return (await events()).at(-1)?.function_name ? (await events()).at(-1) : null;
    });
    expect(last).toMatchObject({
      function_name: 'transfer',
      function_args: { to: ACCOUNT, amount: '5' },
      builder_codes: ['baseapp', 'morpho'],
      data: '0xa9059cbb',
    });
    expect(faults).toEqual([]);
  },
);

it('[wallets 43] reports an ethers without Interface, such as version 5', async () => {
  vi.doMock('ethers', () => ({ Interface: undefined, utils: {} }));
  const { faults } = open([abi({})]);
  await eventually(() => faults.length === 1);
  vi.doUnmock('ethers');
  expect(faults).toMatchObject([{ code: 'plugin', message: expect.stringContaining('ethers 6') }]);
});

it.each([
  ['eip1193', eip1193],
  ['viem', viem],
  ['ethers', ethers],
])('%s: reports a missing wallet, and the tracker goes on', async (_, adapter) => {
  const { tracker, faults, events } = open([adapter(undefined as never)]);
  tracker.track('Home');
  expect(faults).toMatchObject([{ code: 'plugin' }]);
  expect(outline(await events())).toEqual(['track Home']);
});

it('an ABI adds nothing for other contracts, other functions or calldata that does not match', async () => {
  const wallet = createNodeWallet();
  const contracts = { [OTHER_ACCOUNT]: ['function transfer(address to, uint256 amount)'] };
  const { events, faults } = open([abi(contracts, { Interface }), eip1193(wallet.provider)]);
  for (const data of ['0x', '0xdeadbeef', '0xa9059cbb00'])
    await wallet.provider.request(send(data));
  await settle();
  const sent = await events();
  expect(sent.length).toBe(6);
  for (const event of sent) expect(event).not.toHaveProperty('function_name');
  expect(faults).toEqual([]);
});
