// Requests with identical parameters: each is recorded once, by whichever interface it is made and
// by whoever tracks it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { ACCOUNT, createFakeWallet } from './fake-wallet.js';
import { NAME, openDapp, outline } from './open-dapp.js';

type Params = readonly unknown[];
type Callback = (error: unknown, answer?: unknown) => void;

const METHOD = 'personal_sign';

/** A wallet with all older interfaces, each of which passes the request on, at once or later. */
const createOldWallet = (isLate: boolean) => {
  const { provider } = createFakeWallet();
  const bare = provider.request;
  const pass = async (params: Params) => {
    if (isLate) await settle();
    return provider.request({ method: METHOD, params });
  };
  const old = Object.assign(provider, {
    request: (call: object | string, params: Params): Promise<unknown> =>
      typeof call === 'string'
        ? Reflect.apply(old.request, provider, [{ method: call, params }])
        : Reflect.apply(bare, provider, [call]),
    send: (_: string, params: Params) => pass(params),
    sendAsync: ({ params }: { params: Params }, callback: Callback) =>
      void pass(params).then((result) => callback(null, { result }), callback),
  });
  return old;
};
type OldWallet = ReturnType<typeof createOldWallet>;

/** The interfaces through which a dapp may make the request. */
const WAYS: Readonly<Record<string, (wallet: OldWallet, params: Params) => unknown>> = {
  request: ({ request }, params) => Reflect.apply(request, null, [{ method: METHOD, params }]),
  'request by name': ({ request }, params) => Reflect.apply(request, null, [METHOD, params]),
  send: (wallet, params) => wallet.send(METHOD, params),
  sendAsync: (wallet, params) =>
    new Promise((resolve) => wallet.sendAsync({ method: METHOD, params } as never, resolve)),
};

it('two concurrent ones are recorded twice, though two adapters see each', async () => {
  const { provider } = createFakeWallet();
  const { events } = openDapp([eip1193(provider, NAME), eip1193(provider)]);
  const params = ['hello', ACCOUNT];
  const calls = [1, 2].map(() => provider.request({ method: METHOD, params }));
  await Promise.all(calls);
  expect(outline(await events()).sort()).toEqual([
    'signature confirmed',
    'signature confirmed',
    'signature requested',
    'signature requested',
  ]);
});

it('any number is recorded as made, through every interface', async () => {
  const way = fc.constantFrom(...Object.keys(WAYS));
  const calls = fc.record({ way, isLate: fc.boolean(), pauses: fc.array(fc.boolean()) });
  await fc.assert(
    fc.asyncProperty(calls, async ({ way: name, isLate, pauses }) => {
      const wallet = createOldWallet(isLate);
      const { events, tracker } = openDapp([eip1193(wallet, NAME), eip1193(wallet)]);
      const params = ['hello', ACCOUNT];
      const answers: unknown[] = [];
      for (const isPause of pauses) {
        answers.push(WAYS[name]?.(wallet, params));
        if (isPause) await settle();
      }
      await Promise.all(answers);
      const told = outline(await events());
      await tracker.close();
      for (const status of ['requested', 'confirmed']) {
        expect(told.filter((each) => each === `signature ${status}`)).toHaveLength(pauses.length);
      }
    }),
    { numRuns: 60 },
  );
});
