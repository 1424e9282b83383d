// Less common ways of signing with local keys: address, chain and outcome are recorded.
import { BrowserProvider, NonceManager, Wallet } from 'ethers';
import {
  BundleFailedError,
  createClient,
  createWalletClient,
  custom,
  parseAbi,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { sendTransaction } from 'viem/actions';
import { mainnet } from 'viem/chains';
import { expect, it } from 'vitest';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT, rpcError, SIGNATURE } from '../fake-wallet.js';
import { createOpenDapp, outline } from '../open-dapp.js';

// The second default key of anvil and hardhat, which is public.
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const FEES = { gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, nonce: 0 } as const;
const SUFFIX = '0x626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
const SENT = ['transaction started', 'transaction broadcasted'];
const RECEIPT = {
  transactionHash: HASH,
  blockNumber: '0x64',
  status: '0x1',
  gasUsed: '0x5208',
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  transactionIndex: '0x0',
  type: '0x2',
  logs: [],
};

const open = createOpenDapp();

/** A node that accepts signed transactions. */
const createNode = (answers: Parameters<typeof createNodeWallet>[0] = {}) =>
  createNodeWallet({
    eth_sendRawTransaction: () => HASH,
    eth_sendRawTransactionSync: () => RECEIPT,
    eth_gasPrice: () => '0x1',
    eth_maxPriorityFeePerGas: () => '0x1',
    ...answers,
  });

const optionsOf = ({ provider } = createNode()) => ({
  account: privateKeyToAccount(KEY),
  chain: mainnet,
  transport: custom(provider, { retryCount: 0 }),
});

it('[wallets 40] viem: records sendTransactionSync of a client that is extended with actions after the plugin started', async () => {
  const client = createClient(optionsOf());
  const { events } = open([viem(client)]);
  const { sendTransactionSync } = client.extend(walletActions);
  await sendTransactionSync({ to: OTHER_ACCOUNT, value: 7n, ...FEES });
  const sent = await events();
  expect(outline(sent)).toEqual(SENT);
  expect(sent.at(-1)).toMatchObject({ transaction_hash: HASH });
});

it.each([
  ['one that reverted', OWN, { eth_sendRawTransactionSync: () => ({ ...RECEIPT, status: '0x0' }) }],
  [
    'one that the node waits for in vain (EIP-7966)',
    OWN,
    {
      eth_sendRawTransactionSync: () => {
        throw Object.assign(new Error('not processed in 2s'), { code: 4, data: HASH });
      },
    },
  ],
  ['one that viem waits for in vain', ACCOUNT, { eth_getTransactionReceipt: () => null }],
] as const)(
  '[wallets 39] viem: records a synchronous transaction as broadcasted although it ends in an error: %s',
  async (_, account, answers) => {
    const client = createWalletClient({
      ...optionsOf(createNode(answers)),
      ...(account === ACCOUNT && { account }),
      pollingInterval: 5,
    });
    const { events } = open([viem(client)]);
    const call = { to: OTHER_ACCOUNT, throwOnReceiptRevert: true, timeout: 20, ...FEES } as const;
    await expect(client.sendTransactionSync(call)).rejects.toThrow();
    const sent = await events();
    expect(outline(sent).slice(0, 2)).toEqual(SENT);
    expect(outline(sent)).not.toContain('transaction failed');
    expect(sent[1]).toMatchObject({ transaction_hash: HASH, address: account });
  },
);

it('[wallets 42] viem: records a batch whose sendCallsSync times out as broadcasted', async () => {
  const id = '0x1234';
  const status = { version: '2.0.0', id, chainId: '0x1', status: 100, receipts: [] };
  const answers = { wallet_sendCalls: () => ({ id }), wallet_getCallsStatus: () => status };
  const options = {
    ...optionsOf(createNode(answers)),
    account: ACCOUNT,
    pollingInterval: 5,
  } as const;
  const client = createWalletClient(options);
  const { events } = open([viem(client)]);
  const calls = [{ to: OTHER_ACCOUNT, value: 1n }] as const;
  await expect(client.sendCallsSync({ calls, timeout: 20 })).rejects.toThrow('Timed out');
  const sent = await events();
  expect(outline(sent)).toEqual(SENT);
  expect(sent[1]).toMatchObject({ batch_id: id });
});

it('[wallets 42] viem: records a batch of which a call failed as broadcasted', async () => {
  const client = {
    request: async () => null,
    sendCallsSync: async (_: object) => {
      throw new BundleFailedError({ id: '0x1234', statusCode: 500 } as never);
    },
  };
  const { events } = open([viem(client)]);
  await expect(client.sendCallsSync({ calls: [{}, {}] })).rejects.toThrow('500');
  const sent = await events();
  expect(outline(sent)).toEqual(SENT);
  expect(sent[1]).toMatchObject({ batch_id: '0x1234' });
});

it('[wallets 40] viem: records signed transactions with account and chain of the client, however they are sent', async () => {
  const client = createWalletClient(optionsOf());
  const bare = createClient(optionsOf());
  const { events } = open([viem(client), viem(bare)]);
  const call = { to: OTHER_ACCOUNT, value: 7n, ...FEES } as const;
  const serializedTransaction = await client.signTransaction({ ...call, type: 'eip1559' });
  await client.sendRawTransaction({ serializedTransaction });
  await sendTransaction(client, call);
  await bare.extend(walletActions).sendTransaction(call);
  const sent = await events();
  expect(outline(sent)).toEqual([...SENT, ...SENT, ...SENT]);
  for (const event of sent) expect(event).toMatchObject({ address: OWN, chain_id: 1 });
});

it.each(['viem', 'ethers'])(
  '[wallets 40] %s: a transaction of a local key through the node of a connected wallet belongs to the key',
  async (library) => {
    const { provider, connect } = createNode();
    const request = (call: never) => provider.request(call);
    const client = createWalletClient({ ...optionsOf(), transport: custom({ request }) });
    const signer = new Wallet(KEY, new BrowserProvider(provider as never, 1, { cacheTimeout: -1 }));
    const isViem = library === 'viem';
    const wallet = eip1193(provider, { providerName: 'Browser wallet' });
    const { events } = open([wallet, isViem ? viem(client) : ethers(signer)]);
    await connect();
    const { gas: gasLimit, ...fees } = { ...FEES, to: OTHER_ACCOUNT, value: 7n } as const;
    // The fake node returns another hash than the transaction's, which ethers rejects.
    if (isViem) await client.sendTransaction({ ...fees, gas: gasLimit });
    else await signer.sendTransaction({ ...fees, gasLimit, type: 2 }).catch(() => {});
    const [, ...sent] = await events();
    expect(outline(sent)).toContain(SENT[0]);
    for (const event of sent) {
      expect(event).toMatchObject({ address: OWN, to: OTHER_ACCOUNT, value: '7' });
      expect(event).not.toHaveProperty('provider_name');
    }
  },
);

it('[wallets 21] [wallets 22] [wallets 40] viem: records the connection by client.requestPermissions, and its refusal', async () => {
  let isRefused = true;
  const wallet = createNode({
    wallet_requestPermissions: () => {
      if (isRefused) throw rpcError(4001);
      return [{ parentCapability: 'eth_accounts', caveats: [{ value: [ACCOUNT] }] }];
    },
  });
  const client = createWalletClient(optionsOf(wallet));
  const { events } = open([viem(client)]);
  await expect(client.requestPermissions({ eth_accounts: {} })).rejects.toThrow();
  isRefused = false;
  await client.requestPermissions({ eth_accounts: {} });
  expect(outline(await events())).toEqual(['track wallet_connect_rejected', 'connect']);
});

it('[wallets 40] viem: a signed transaction of a client without an account belongs to the connected wallet', async () => {
  const client = createWalletClient({ ...optionsOf(), account: undefined as never });
  const { events, tracker } = open([viem(client)]);
  await client.requestAddresses();
  await client.sendRawTransaction({ serializedTransaction: '0x02' });
  expect((await events()).at(-1)).toMatchObject({ status: 'broadcasted', address: ACCOUNT });
  expect(tracker.addresses()).toEqual([ACCOUNT]);
});

it.each([
  ['of the client', { dataSuffix: SUFFIX }, {}],
  ['of the client, as an object', { dataSuffix: { value: SUFFIX } }, {}],
  ['of the call', {}, { dataSuffix: SUFFIX }],
] as const)(
  '[wallets 41] viem: records builder codes added to the calldata: %s',
  async (_, ofClient, ofCall) => {
    const client = createWalletClient({ ...optionsOf(), ...ofClient });
    const { events } = open([viem(client)]);
    const write = { abi: parseAbi(['function stop()']), functionName: 'stop', ...ofCall } as const;
    await client.sendTransaction({ to: OTHER_ACCOUNT, ...FEES, ...ofCall });
    await client.writeContract({ address: OTHER_ACCOUNT, ...write, ...FEES });
    const sent = await events();
    expect(outline(sent)).toEqual([...SENT, ...SENT]);
    for (const event of sent) expect(event.builder_codes).toEqual(['baseapp', 'morpho']);
  },
);

const CALLS = [{ to: OTHER_ACCOUNT, data: '0xa9059cbb' }] as const;
const STOP = { abi: parseAbi(['function stop()']), functionName: 'stop' } as const;

it.each([
  ['of the client', { dataSuffix: SUFFIX }, {}],
  ['of the batch', {}, { capabilities: { dataSuffix: { value: SUFFIX } } }],
  ['of a call', {}, { calls: [{ ...CALLS[0], dataSuffix: SUFFIX }] }],
  ['of a write', {}, { calls: [{ to: OTHER_ACCOUNT, ...STOP, dataSuffix: SUFFIX }] }],
] as const)(
  '[wallets 41] viem: records builder codes of a batch: %s',
  async (_, ofClient, ofBatch) => {
    const client = createWalletClient({ ...optionsOf(), account: ACCOUNT, ...ofClient });
    const { events } = open([viem(client)]);
    await client.sendCalls({ calls: CALLS, ...ofBatch } as never);
    const sent = await events();
    expect(outline(sent)).toEqual(SENT);
    for (const event of sent) expect(event.builder_codes).toEqual(['baseapp', 'morpho']);
  },
);

it('[wallets 40] viem: records a deployed contract with the beginning of its code', async () => {
  const client = createWalletClient(optionsOf());
  const { events } = open([viem(client)]);
  await client.deployContract({ abi: [], bytecode: '0x60806040aabb', ...FEES });
  const sent = await events();
  expect(outline(sent)).toEqual(SENT);
  for (const event of sent) expect(event.data).toBe('0x60806040');
});

it.each(['a key', 'a wallet'])(
  '[wallets 40] ethers: a NonceManager of %s signs and sends for the account that it manages',
  async (kind) => {
    const provider = new BrowserProvider(createNode().provider as never, 1, { cacheTimeout: -1 });
    const isKey = kind === 'a key';
    const signer = isKey ? new Wallet(KEY, provider) : await provider.getSigner(ACCOUNT);
    const manager = new NonceManager(signer);
    const { events } = open([ethers(manager)]);
    await manager.signMessage('hello');
    const fees = { gasLimit: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, type: 2 };
    // The fake node's hash is not the transaction's, which ethers rejects after sending.
    void manager.sendTransaction({ to: OTHER_ACCOUNT, ...fees }).catch(() => {});
    await expect
      .poll(async () => outline(await events()), { timeout: PATIENCE_MS })
      .toContain(SENT[0]);
    const sent = await events();
    expect(outline(sent).slice(0, 2)).toEqual(['signature requested', 'signature confirmed']);
    for (const event of sent) expect(event.address).toBe(isKey ? OWN : ACCOUNT);
  },
);

it("[wallets 40] ethers 5: records the amount of a Wallet's transaction, which is a BigNumber object", async () => {
  const signer = { address: OWN, sendTransaction: async (_: object) => ({ hash: HASH }) };
  const { events } = open([ethers(signer)]);
  const value = { _hex: '0x14d1120d7b160000', _isBigNumber: true };
  await signer.sendTransaction({ to: OTHER_ACCOUNT, value });
  const sent = await events();
  expect(outline(sent)).toEqual(SENT);
  for (const event of sent) expect(event.value).toBe('1500000000000000000');
});

it('[wallets 40] ethers 5: records typed data of a Wallet, whose method is named _signTypedData', async () => {
  const signer = { address: OWN, _signTypedData: async (..._: object[]) => SIGNATURE };
  const { events } = open([ethers(signer)]);
  await signer._signTypedData({ name: 'App' }, { Mail: [{ name: 'count', type: 'uint256' }] }, {});
  const sent = await events();
  expect(outline(sent)).toEqual(['signature requested', 'signature confirmed']);
  for (const event of sent) expect(event).toMatchObject({ address: OWN, primary_type: 'Mail' });
});

it('[wallets 40] ethers: the primary type of typed data is not a type that others contain in a list', async () => {
  const signer = new Wallet(KEY);
  const { events } = open([ethers(signer)]);
  const types = {
    Person: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'to', type: 'Person[]' }],
  };
  await signer.signTypedData({ name: 'App' }, types, { to: [{ name: 'Bob' }] });
  for (const event of await events()) expect(event.primary_type).toBe('Mail');
});

it('[wallets 33] viem: hashes a raw message alike as hex and as bytes', async () => {
  const client = createWalletClient(optionsOf());
  const { events } = open([viem(client)]);
  await client.signMessage({ message: { raw: '0x68656c6c6f' } });
  await client.signMessage({ message: { raw: new TextEncoder().encode('hello') } });
  const hashes = (await events()).map((event) => event.message_hash);
  expect(hashes).toHaveLength(4);
  expect(new Set(hashes).size).toBe(1);
});
