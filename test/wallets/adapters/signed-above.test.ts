// A local key on top of an ethers provider, both tracked: its transactions are recorded once, with
// the key's address.
import { BrowserProvider, Wallet } from 'ethers';
import { createWalletClient, custom } from 'viem';
import { expect, it } from 'vitest';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp } from '../open-dapp.js';

// The second and third default keys of anvil and hardhat, which are public.
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
/**
 * The fake node returns another hash than the transaction's, which ethers rejects after sending.
 */
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
  '[wallets 40] records one transaction of a key above a tracked provider once: %s',
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

it('[wallets 40] records the transactions of two keys that send at the same time once each', async () => {
  const { browser, keyOf } = openNode();
  const [one, two] = [keyOf(KEY), keyOf(SECOND_KEY)];
  const { events } = open([ethers(browser), ethers(one), ethers(two)]);
  await Promise.all([send(one), send(two)]);
  expect(startsOf(await events())).toEqual([OWN, SECOND]);
});

it('[wallets 40] records the transaction of a key that is not tracked while another one is under way', async () => {
  let answer: (hash: string) => void = () => {};
  const { browser, keyOf } = openNode({
    eth_sendRawTransaction: (params) =>
      // The node does not answer the transaction of the tracked key yet, recognised by its
      // recipient.
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

it("[wallets 40] records it also beside a pending request to the provider's own wallet", async () => {
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

it('[wallets 40] records both signed transactions of two clients, though neither states the recipient', async () => {
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
