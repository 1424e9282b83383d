// Callbacks that a wallet calls more than once, or never: each request ends once.
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

/**
 * As Coinbase's wallet: an error thrown by the app's callback counts as the wallet's own failure.
 */
const callTwice: (result: unknown) => SendAsync = (result) => (_, callback) =>
  Promise.resolve({ result })
    .then((answer) => callback(null, answer))
    .catch((error) => callback(error));

/** A callback of the app that throws when it gets an answer. */
const stumble: Callback = (_, answer) => {
  if (answer) throw new TypeError('of the app');
};

it('ends a signature once although its callback is called twice', async () => {
  const { old, events } = open(callTwice(SIGNATURE));
  await old.sendAsync(sign(), stumble);
  expect(outline(await events())).toEqual(['signature requested', 'signature confirmed']);
});

it('ends a request for accounts once: a later change of accounts is no approval', async () => {
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
])('ends a request whose callback is never called when the call %s', async (_, sendAsync) => {
  const { old, events } = open(sendAsync);
  const call = async () => old.sendAsync(send(), () => {});
  await expect(call()).rejects.toMatchObject({ code: 4001 });
  expect(outline(await events())).toEqual(['transaction started', 'transaction rejected']);
});

it('ends a request that returns at once with what its callback gets', async () => {
  let answer = (_: unknown) => {};
  const { old, events } = open((_, callback) => {
    answer = (result) => callback(null, { result });
    return Promise.resolve('taken');
  });
  await old.sendAsync(send(), () => {});
  answer(HASH);
  expect((await events())[1]).toMatchObject({ status: 'broadcasted', transaction_hash: HASH });
});

it('ends a request with its answer when it also gets a callback, which web3.js 4 passes and wallets ignore', async () => {
  const { wallet, events } = open(() => undefined);
  await wallet.provider.request(sign(), () => {});
  expect(outline(await events())).toEqual(['signature requested', 'signature confirmed']);
});
