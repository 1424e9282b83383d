// Answers that are older than an event that the wallet emitted meanwhile are ignored.
import { expect, it } from 'vitest';
import { settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, sign } from './fake-wallet.js';
import { brief, outline } from './open-dapp.js';
import { CONNECT, connectedBefore, open } from './open-wallet.js';

it('when the chain changes before the answer to our request: the older answer is ignored', async () => {
  const answers: ((chain: string) => void)[] = [];
  const { wallet, events } = open(
    createFakeWallet({ eth_chainId: () => new Promise((resolve) => answers.push(resolve)) }),
  );
  await wallet.connect();
  wallet.switchChain('0xa');
  for (const answer of answers) answer('0x1');
  await settle();
  await wallet.provider.request(sign());
  expect((await events()).map(({ type, chain_id }) => [type, chain_id])).toEqual([
    ['connect', 10],
    ['signature', 10],
    ['signature', 10],
  ]);
});

/** A page whose app makes a request; the wallet changes, and then gives its older answer. */
const changeWhileAsked = async (
  method: 'eth_accounts' | 'eth_chainId',
  change: (wallet: ReturnType<typeof createFakeWallet>) => void,
) => {
  const { wallet, events } = open();
  await wallet.connect();
  const before = await wallet.answer({ method });
  let answer = (_: unknown) => {};
  wallet.answers[method] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const asked = wallet.provider.request({ method });
  change(wallet);
  answer(before);
  expect(await asked).toBe(before);
  return (await events()).slice(1);
};

it('[wallets 26] when the account changes before the answer to the app: the older answer is ignored', async () => {
  const sent = await changeWhileAsked('eth_accounts', (wallet) => {
    wallet.setAccounts(OTHER_ACCOUNT);
  });
  expect(brief(sent)).toEqual([
    { ...CONNECT, address: OTHER_ACCOUNT, account_switch: true, previous_address: ACCOUNT },
  ]);
});

it('[wallets 29] when the wallet is locked before the answer to the app: the older answer is ignored', async () => {
  const sent = await changeWhileAsked('eth_accounts', (wallet) => wallet.setAccounts());
  expect(outline(sent)).toEqual(['disconnect']);
});

it('[wallets 26] when the chain changes before the answer to the app: the older answer is ignored', async () => {
  const sent = await changeWhileAsked('eth_chainId', (wallet) => wallet.switchChain('0xa'));
  expect(brief(sent)).toEqual([
    { type: 'chain', address: ACCOUNT, chain_id: 10, previous_chain_id: 1 },
  ]);
});

it('[wallets 26] when the account changes before the answer to our own request: the older answer is ignored', async () => {
  const { wallet, world } = await connectedBefore();

  let answer: ((accounts: readonly string[]) => void) | undefined;
  wallet.answers.eth_accounts = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const { events } = open(wallet, world);
  await eventually(() => answer !== undefined);
  wallet.setAccounts(OTHER_ACCOUNT);
  answer?.([ACCOUNT]);
  await settle();
  expect((await events()).map(({ address }) => address)).toEqual([OTHER_ACCOUNT]);
});
