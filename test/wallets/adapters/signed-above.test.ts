// A key that signs above a provider of ethers, where both are watched: what it sends is told once, as the key's.
import { BrowserProvider, Wallet } from 'ethers';
import { createWalletClient, custom } from 'viem';
import { expect, it } from 'vitest';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp } from '../open-dapp.js';

// The second and third keys of anvil and hardhat, known to everybody.
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SECOND_KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a';
const SECOND = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const CALL = {
  to: OTHER_ACCOUNT,
  value: 7n,
  gasLimit: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  nonce: 0,
  type: 2,
};

const open = createOpenDapp();

const openNode = (answers: Parameters<typeof createNodeWallet>[0] = {}) => {
  const node = createNodeWallet({ eth_sendRawTransaction: () => HASH, ...answers });
  const browser = new BrowserProvider(node.provider as never, 1, { cacheTimeout: -1 });
  return { node, browser, keyOf: (key: string) => new Wallet(key, browser) };
};
/** The fake's hash is not the transaction's own, which ethers finds out after it was sent. */
const send = (signer: Wallet, call: object = CALL) => signer.sendTransaction(call).catch(() => {});

type Plugins = readonly ReturnType<typeof ethers>[];

const startsOf = (sent: readonly Record<string, unknown>[]) =>
  sent.filter(({ status }) => status === 'started').map(({ address }) => address);

it.each([
  ['the key first', (...plugins: Plugins) => plugins],
  ['the provider first', (...[key, browser, wallet]: Plugins) => [browser, key, wallet]],
  ['the wallet first', (...[key, browser, wallet]: Plugins) => [wallet, browser, key]],
  ['the wallet not watched', (...[key, browser]: Plugins) => [browser, key]],
] as const)(
  '[wallets 40] one send of a key above a watched provider is told once: %s',
  async (_, order) => {
    const { node, browser, keyOf } = openNode();
    const signer = keyOf(KEY);
    const plugins = order(ethers(signer), ethers(browser), eip1193(node.provider));
    const { events } = open(plugins.filter((plugin) => plugin !== undefined));
    await node.connect();
    await send(signer);
    const sent = await events();
    expect(startsOf(sent)).toEqual([OWN]);
    for (const event of sent.filter(({ type }) => type === 'transaction'))
      expect(event).toMatchObject({ address: OWN, to: OTHER_ACCOUNT, value: '7' });
  },
);

it('[wallets 40] two keys that send at once are each told once', async () => {
  const { browser, keyOf } = openNode();
  const [one, two] = [keyOf(KEY), keyOf(SECOND_KEY)];
  const { events } = open([ethers(browser), ethers(one), ethers(two)]);
  await Promise.all([send(one), send(two)]);
  expect(startsOf(await events())).toEqual([OWN, SECOND]);
});

it('[wallets 40] what a key sends that nobody watches is told while another send is under way', async () => {
  let answer: (hash: string) => void = () => {};
  const { browser, keyOf } = openNode({
    eth_sendRawTransaction: (params) =>
      // Of the watched one alone, by its recipient, the node says nothing yet.
      String((params as readonly string[])[0]).includes(OTHER_ACCOUNT.slice(2).toLowerCase())
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : HASH,
  });
  const signer = keyOf(KEY);
  const { events } = open([ethers(browser), ethers(signer)]);
  const first = send(signer);
  await send(keyOf(SECOND_KEY), { ...CALL, to: ACCOUNT });
  answer(HASH);
  await first;
  expect(startsOf(await events())).toHaveLength(2);
});

it('[wallets 40] nor is it taken for what the provider’s own wallet is asked for meanwhile', async () => {
  let answer: (hash: string) => void = () => {};
  const { browser, keyOf } = openNode({
    eth_sendTransaction: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { events } = open([ethers(browser)]);
  const asked = browser.send('eth_sendTransaction', [{ from: ACCOUNT, to: OTHER_ACCOUNT }]);
  await send(keyOf(SECOND_KEY));
  answer(HASH);
  await asked;
  expect(startsOf(await events())).toHaveLength(2);
});

it('[wallets 40] what two clients send signed at once is told each, though neither says where it goes', async () => {
  const { node } = openNode();
  const clientOf = () => createWalletClient({ transport: custom(node.provider) });
  const [one, two] = [clientOf(), clientOf()];
  const { events } = open([viem(one), viem(two)]);
  await Promise.all([
    one.sendRawTransaction({ serializedTransaction: '0x02aa' }),
    two.sendRawTransaction({ serializedTransaction: '0x02bb' }),
  ]);
  expect(startsOf(await events())).toHaveLength(2);
});
