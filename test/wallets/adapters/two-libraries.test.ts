// Two libraries stacked on each other, both tracked: each action is recorded once, with the details
// that either knows.
import { BrowserProvider } from 'ethers';
import { createWalletClient, custom, type Hex, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT, rpcError } from '../fake-wallet.js';
import { createOpenDapp, outline } from '../open-dapp.js';

const open = createOpenDapp();

interface Asks {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

const createBrowser = (provider: object) =>
  new BrowserProvider(provider as never, 1, { cacheTimeout: -1 });
const createClient = (provider: Asks) =>
  createWalletClient({
    account: ACCOUNT,
    transport: custom({ request: (call) => provider.request(call) }, { retryCount: 0 }),
  });
/** viem expects the provider of a wallet, which an ethers provider is not. */
const asProvider = (browser: BrowserProvider): Asks => ({
  request: ({ method, params }) => browser.send(method, (params ?? []) as never),
});

interface Signed {
  readonly serializedTransaction: Hex;
}

const STACKS = [
  [
    'viem above ethers',
    (wallet: Asks) => {
      const browser = createBrowser(wallet);
      const client = createClient(asProvider(browser));
      const call = { to: OTHER_ACCOUNT, value: 7n, chain: null } as const;
      return {
        plugins: [viem(client), ethers(browser)],
        connect: () => client.requestAddresses(),
        sign: () => client.signMessage({ message: 'Hello' }),
        send: () => client.sendTransaction(call),
        sendSigned: (signed: Signed) => client.sendRawTransaction(signed),
      };
    },
  ],
  [
    'ethers above viem',
    (wallet: Asks) => {
      const client = createClient(wallet);
      const browser = createBrowser({ request: (call: never) => client.request(call) });
      const signer = () => browser.getSigner(ACCOUNT);
      const call = { to: OTHER_ACCOUNT, value: 7n, gasLimit: 21_000n };
      return {
        plugins: [ethers(browser), viem(client)],
        connect: () => browser.send('eth_requestAccounts', []),
        sign: async () => (await signer()).signMessage('Hello'),
        send: async () => (await signer()).sendUncheckedTransaction(call),
        sendSigned: ({ serializedTransaction }: Signed) =>
          browser.send('eth_sendRawTransaction', [serializedTransaction]),
      };
    },
  ],
] as const;

const SIGNED = ['0x02aa', '0x02bb'] as const;

it.each(
  STACKS.flatMap(([name, stack]) =>
    [true, false].flatMap((isWatched) =>
      [true, false].map((isUpperFirst) => ({ name, stack, isWatched, isUpperFirst })),
    ),
  ),
)(
  '[wallets 40] $name: records each action once; wallet tracked: $isWatched, upper library first: $isUpperFirst',
  async ({ stack, isWatched, isUpperFirst }) => {
    const { provider } = createNodeWallet({ eth_sendRawTransaction: () => HASH });
    const app = stack(provider);
    const plugins = isUpperFirst ? app.plugins : app.plugins.toReversed();
    const { events } = open([...plugins, ...(isWatched ? [eip1193(provider)] : [])]);
    await app.connect();
    await app.sign();
    await app.send();
    await Promise.all(
      SIGNED.map((serializedTransaction) => app.sendSigned({ serializedTransaction })),
    );
    const told = await events();
    expect(outline(told).toSorted()).toEqual([
      'connect',
      'signature confirmed',
      'signature requested',
      ...Array(3).fill('transaction broadcasted'),
      ...Array(3).fill('transaction started'),
    ]);
    expect(told.find(({ type }) => type === 'transaction')).toMatchObject({
      address: ACCOUNT,
      to: OTHER_ACCOUNT,
      value: '7',
    });
  },
);

it('[wallets 22] [wallets 37] [wallets 43] records refusals once, with the details that the upper library knows', async () => {
  const refuse = () => {
    throw rpcError(4001);
  };
  const { provider } = createNodeWallet({
    eth_requestAccounts: refuse,
    eth_sendTransaction: refuse,
  });
  const browser = createBrowser(provider);
  const client = createClient(asProvider(browser));
  const { events } = open([viem(client), ethers(browser)]);
  await expect(client.requestAddresses()).rejects.toThrow();
  const write = client.writeContract({
    address: OTHER_ACCOUNT,
    abi: parseAbi(['function mint(uint256 id)']),
    functionName: 'mint',
    args: [5n],
    chain: null,
  });
  await expect(write).rejects.toThrow();
  const told = await events();
  expect(outline(told)).toEqual([
    'track wallet_connect_rejected',
    'transaction started',
    'transaction rejected',
  ]);
  expect(told[1]).toMatchObject({ function_name: 'mint', to: OTHER_ACCOUNT });
});

it('[wallets 40] records a request of the app to the lower library in addition to that of the upper one', async () => {
  const answers: (() => void)[] = [];
  const { provider } = createNodeWallet({
    eth_sendTransaction: () => new Promise((resolve) => answers.push(() => resolve(HASH))),
  });
  const browser = createBrowser(provider);
  const client = createClient(asProvider(browser));
  const { events } = open([viem(client), ethers(browser)]);
  const call = { from: ACCOUNT, to: OTHER_ACCOUNT, value: '0x7' } as const;
  const sent = [
    client.request({ method: 'eth_sendTransaction', params: [call] }),
    browser.send('eth_sendTransaction', [call]),
  ];
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  await Promise.all(sent);
  expect(outline(await events()).filter((told) => told.endsWith('started'))).toHaveLength(2);
});
