// Interfaces from before EIP-1193: methods by name, callbacks, several requests in one call.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import {
  ACCOUNT,
  createFakeWallet,
  HASH,
  OTHER_ACCOUNT,
  type Request,
  rpcError,
} from './fake-wallet.js';
import { brief, NAME, openDapp, outline } from './open-dapp.js';
import { BROADCASTED, send, TRANSFER } from './transfer.js';

const refuse = () => {
  throw rpcError(4001);
};

type Callback = (
  error: unknown,
  answer?: { readonly result?: unknown; readonly error?: unknown },
) => void;

/** The older interfaces as MetaMask has them. */
const addOldWays = (wallet: ReturnType<typeof createFakeWallet>) => {
  const sendAsync = (payload: Request & { id: number }, callback: Callback) => {
    const answered = wallet.answer(payload);
    answered.then(
      (result) => callback(null, { result }),
      (error) => callback(error, { error }),
    );
  };
  return Object.assign(wallet.provider, {
    sendAsync,
    send: (first: string | Request, second?: unknown): unknown => {
      if (typeof first === 'string') return wallet.answer({ method: first, params: second });
      // The function that is on the wallet by now, which may be a hook.
      const current = wallet.provider.sendAsync as (payload: unknown, callback: unknown) => void;
      if (typeof second === 'function') return current(first, second);
      return { id: 1, jsonrpc: '2.0', result: HASH };
    },
  } as {
    sendAsync: (payload: object, callback: Callback) => void;
    send: (...input: unknown[]) => unknown;
  });
};

it.each<[string, (old: ReturnType<typeof addOldWays>) => unknown]>([
  ['send(method, params)', (old) => old.send('eth_sendTransaction', [TRANSFER])],
  ['send(payload)', (old) => old.send({ id: 1, ...send() })],
  [
    'send(payload, callback)',
    (old) => new Promise((resolve) => old.send({ id: 1, ...send() }, resolve)),
  ],
  [
    'sendAsync(payload, callback)',
    (old) => new Promise((resolve) => old.sendAsync({ id: 1, ...send() }, resolve)),
  ],
])('[wallets 40] %s gives the same events', async (_, use) => {
  const wallet = createFakeWallet();
  const old = addOldWays(wallet);
  const { events } = openDapp([eip1193(old, NAME)]);
  await wallet.connect();
  await use(old);
  expect(brief((await events()).slice(1))).toEqual(BROADCASTED);
});

it('[wallets 2] [wallets 4] passes all further arguments to the wallet, and everything that the wallet returns to the callback', async () => {
  const heard: unknown[] = [];
  const provider = {
    sendAsync(_: object, callback: (...output: unknown[]) => unknown, ...more: unknown[]) {
      heard.push(Reflect.apply(callback, this, [null, { result: HASH }, 'third']), ...more);
      return 'sent';
    },
  };
  const { events } = openDapp([eip1193(provider, NAME)]);
  function listen(this: unknown, ...output: unknown[]) {
    heard.push(this, ...output);
    return 'taken';
  }
  expect(provider.sendAsync(send(), listen, 'more')).toBe('sent');
  expect(heard).toEqual([provider, null, { result: HASH }, 'third', 'taken', 'more']);
  expect(outline(await events())).toEqual(['transaction started', 'transaction broadcasted']);
});

it('[wallets 34] an error passed to a callback without an answer is a rejection', async () => {
  const error = rpcError(4001);
  const provider = { sendAsync: (_: object, callback: Callback) => callback(error) };
  const { events } = openDapp([eip1193(provider, NAME)]);
  expect(await new Promise((resolve) => provider.sendAsync(send(), resolve))).toBe(error);
  expect((await events()).at(-1)).toMatchObject({ status: 'rejected', error_code: 4001 });
});

it('enable() connects; a refusal passed to a callback is recorded once, and reaches the callback', async () => {
  const wallet = createFakeWallet({ eth_sendTransaction: refuse });
  const old = Object.assign(addOldWays(wallet), {
    enable: () => wallet.answer({ method: 'eth_requestAccounts' }),
  });
  const { events } = openDapp([eip1193(old, NAME)]);
  await old.enable();
  await settle();
  const error = await new Promise((resolve) => old.sendAsync({ id: 1, ...send() }, resolve));
  expect(error).toMatchObject({ code: 4001 });
  expect(outline(await events())).toEqual([
    'connect',
    'transaction started',
    'transaction rejected',
  ]);
});

it.each(['send', 'sendAsync'] as const)(
  '[wallets 40] JSON-RPC requests that %s sends together are recorded each by its own answer',
  async (way) => {
    const wallet = createFakeWallet();
    const answers = [
      { id: 3, error: rpcError(4001) },
      { id: 1, result: HASH },
      { id: 2, result: '0x1' },
    ];
    const old = Object.assign(wallet.provider, {
      [way]: (_: unknown, callback: Callback) => callback(null, answers as never),
    }) as unknown as Record<typeof way, (calls: object, callback: Callback) => void>;
    const { events } = openDapp([eip1193(old, NAME)]);
    await wallet.connect();
    const calls = [
      { id: 1, ...send() },
      { id: 2, method: 'eth_blockNumber', params: [] },
      { id: 3, ...send({ to: ACCOUNT }) },
    ];
    const got = await new Promise((resolve) => old[way](calls, (_, answer) => resolve(answer)));
    expect(got).toBe(answers);
    const sent = (await events()).slice(1);
    expect(outline(sent)).toEqual([
      'transaction started',
      'transaction started',
      'transaction broadcasted',
      'transaction rejected',
    ]);
    expect(sent.map(({ to }) => to)).toEqual([OTHER_ACCOUNT, ACCOUNT, OTHER_ACCOUNT, ACCOUNT]);
    expect(sent[2]?.transaction_hash).toBe(HASH);
  },
);

it('requests sent together that fail as a whole are recorded each as failed', async () => {
  const wallet = createFakeWallet();
  const old = Object.assign(wallet.provider, {
    send: async (_: unknown) => {
      throw rpcError(-32603);
    },
  });
  const { events } = openDapp([eip1193(old, NAME)]);
  await expect(old.send([{ id: 1, ...send() }])).rejects.toMatchObject({ code: -32603 });
  await eventually(async () => (await events()).length > 1);
  expect(outline(await events())).toEqual(['transaction started', 'transaction failed']);
});
