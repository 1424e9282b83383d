// Callbacks that a wallet calls more than once, or never: one end for each start.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { createFakeWallet, HASH, OTHER_ACCOUNT, rpcError, SIGNATURE, sign } from './fake-wallet.js';
import { createOpenDapp, NAME, outline } from './open-dapp.js';
import { send } from './transfer.js';

type Callback = (error: unknown, answer?: { readonly result?: unknown }) => void;
type SendAsync = (payload: object, callback: Callback) => unknown;

const openDapp = createOpenDapp();

const open = (sendAsync: SendAsync) => {
  const wallet = createFakeWallet();
  const old = Object.assign(wallet.provider, { sendAsync });
  return { wallet, old, ...openDapp([eip1193(old, NAME)]) };
};

/** As Coinbase's: what the app's callback throws is taken for the wallet's own failure. */
const callTwice: (result: unknown) => SendAsync = (result) => (_, callback) =>
  Promise.resolve({ result })
    .then((answer) => callback(null, answer))
    .catch((error) => callback(error));

/** The app's, which has trouble with an answer. */
const stumble: Callback = (_, answer) => {
  if (answer) throw new TypeError('of the app');
};

it('a signature whose callback is called twice has one end', async () => {
  const { old, events } = open(callTwice(SIGNATURE));
  await old.sendAsync(sign(), stumble);
  expect(outline(await events())).toEqual(['signature requested', 'signature confirmed']);
});

it('nor does a request for accounts end twice: another account later is no approval', async () => {
  const { wallet, old, events } = open(callTwice([]));
  await old.sendAsync({ method: 'eth_requestAccounts', params: [] }, stumble);
  await settle();
  wallet.setAccounts(OTHER_ACCOUNT);
  expect(await events()).toEqual([]);
});

const refuse = () => {
  throw rpcError(4001);
};
it.each<[string, SendAsync]>([
  ['throws', refuse],
  ['rejects', async () => refuse()],
])('what takes a callback, never calls it and %s has ended', async (_, sendAsync) => {
  const { old, events } = open(sendAsync);
  const call = async () => old.sendAsync(send(), () => {});
  await expect(call()).rejects.toMatchObject({ code: 4001 });
  expect(outline(await events())).toEqual(['transaction started', 'transaction rejected']);
});

it('what answers at once and takes a callback ends with what that one gets', async () => {
  let answer = (_: unknown) => {};
  const { old, events } = open((_, callback) => {
    answer = (result) => callback(null, { result });
    return Promise.resolve('taken');
  });
  await old.sendAsync(send(), () => {});
  answer(HASH);
  expect((await events())[1]).toMatchObject({ status: 'broadcasted', transaction_hash: HASH });
});
