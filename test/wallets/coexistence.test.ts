// Beside other libraries' wrappers, a second copy of the SDK, and a server that is down.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, openPage, settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, type Request, SIGNATURE, sign } from './fake-wallet.js';
import { brief, NAME, openDapp, outline, unhandledDuring } from './open-dapp.js';

const open = (provider: object, world = createWorld()) =>
  openDapp([eip1193(provider, NAME)], world);

it('[wallets 12] when the tracker closes, no listener is left and nothing is recorded, also of pending requests', async () => {
  const answers: ((value: string) => void)[] = [];
  const wallet = createFakeWallet({
    personal_sign: () => new Promise((resolve) => answers.push(resolve)),
  });
  const { tracker, events, faults } = open(wallet.provider);
  await wallet.connect();
  const signed = wallet.provider.request(sign());
  await settle();
  void tracker.close();
  expect(wallet.listenerCount()).toBe(0);
  for (const answer of answers) answer(SIGNATURE);
  expect(await signed).toBe(SIGNATURE);
  wallet.setAccounts();
  await wallet.provider.request({ method: 'eth_sendTransaction', params: [{}] });
  expect(outline(await events())).toEqual(['connect', 'signature requested']);
  expect(faults).toEqual([]);
});

it('[wallets 13] when the tracker closes, a wrapper made later by another library still works, and a new tracker records below it', async () => {
  const wallet = createFakeWallet();
  const first = open(wallet.provider);
  const ours = wallet.provider.request;
  const seen: string[] = [];
  wallet.provider.request = (call) => {
    seen.push(call.method);
    return Reflect.apply(ours, wallet.provider, [call]);
  };
  const theirs = wallet.provider.request;
  void first.tracker.close();
  expect(wallet.provider.request).toBe(theirs);
  expect(await wallet.provider.request(sign())).toBe(SIGNATURE);
  expect(seen).toEqual(['personal_sign']);
  expect(await first.events()).toEqual([]);

  const second = open(wallet.provider);
  await wallet.provider.request(sign());
  expect(outline(await second.events())).toEqual(['signature requested', 'signature confirmed']);
  expect(wallet.methods()).toEqual(['personal_sign', 'personal_sign']);
});

it('[wallets 13] when the tracker closes, a wrapper made earlier by another library is restored', async () => {
  const wallet = createFakeWallet();
  const bare = wallet.provider.request;
  const seen: string[] = [];
  wallet.provider.request = (call) => {
    seen.push(call.method);
    return Reflect.apply(bare, wallet.provider, [call]);
  };
  const theirs = wallet.provider.request;
  const { tracker, events } = open(wallet.provider);
  await wallet.provider.request(sign());
  void tracker.close();
  expect(wallet.provider.request).toBe(theirs);
  expect([seen.length, wallet.calls.length, (await events()).length]).toEqual([1, 1, 2]);
});

it('[wallets 14] a page whose collector is down sees no error and no unhandled rejection', async () => {
  const world = createWorld();
  world.server.answer = () => ({ kind: 'retry' });
  const wallet = createFakeWallet();
  const { faults } = open(wallet.provider, world);
  const unhandled = await unhandledDuring(() => {
    void wallet.connect();
    void wallet.provider.request(sign());
    void world.clock.turn(60_000);
  });
  expect([unhandled, faults]).toEqual([[], []]);
});

it('[wallets 15] a page with the SDK started twice makes one wallet call and one event', async () => {
  const wallet = createFakeWallet();
  const [old, current] = [open(wallet.provider), open(wallet.provider)];
  const listeners = wallet.listenerCount();
  await wallet.connect();
  await wallet.provider.request(sign());
  wallet.setAccounts();
  expect(listeners).toBe(5);
  expect(wallet.methods()).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign']);
  expect(await old.events()).toEqual([]);
  expect(outline(await current.events())).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
    'disconnect',
  ]);
});

it('[wallets 15] a page with two adapters on one provider makes one event', async () => {
  const wallet = createFakeWallet();
  const { events } = openDapp([eip1193(wallet.provider, NAME), eip1193(wallet.provider)]);
  await wallet.connect();
  expect(brief(await events())).toEqual([{ type: 'connect', address: ACCOUNT, chain_id: 1 }]);
});

it('[wallets 15] a page with two trackers on a provider records with the remaining one, and is restored by the last', async () => {
  const wallet = createFakeWallet();
  const before = wallet.provider.request;
  const [old, current] = [open(wallet.provider), open(wallet.provider)];
  void current.tracker.close();
  await wallet.connect();
  wallet.setAccounts();
  expect(outline(await old.events())).toEqual(['connect', 'disconnect']);
  void old.tracker.close();
  expect([wallet.provider.request === before, wallet.listenerCount()]).toEqual([true, 0]);
});

it('a page with two projects records for both', async () => {
  const wallet = createFakeWallet();
  const mine = open(wallet.provider);
  const world = createWorld();
  openPage(world, { writeKey: 'of-a-widget', plugins: [eip1193(wallet.provider, NAME)] });
  await wallet.connect();
  await world.clock.turn(2_000);
  expect(outline(await mine.events())).toEqual(['connect']);
  expect([...world.server.kept.values()].map(({ type }) => type)).toEqual(['connect']);
});

it('a page whose provider passes calls on to another tracked one makes one event', async () => {
  const inner = createFakeWallet();
  const outer = { request: async (call: object) => inner.provider.request({ ...call } as never) };
  const { events } = openDapp([eip1193(inner.provider, NAME), eip1193(outer, NAME)]);
  await outer.request({ method: 'eth_requestAccounts' });
  await settle();
  await outer.request(sign());
  expect(outline(await events())).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
  ]);
});

it('a page that sends a second wallet the same request while the first never answers records it', async () => {
  const stuck = createFakeWallet({ personal_sign: () => new Promise(() => {}) });
  const other = createFakeWallet();
  const { events } = openDapp([
    eip1193(stuck.provider, { rdns: 'com.stuck' }),
    eip1193(other.provider, { rdns: 'com.other' }),
  ]);
  const { method, params } = sign();
  void stuck.provider.request({ method, params });
  await eventually(async () => {
    await other.provider.request({ method, params });
    return (await events()).some(({ rdns }) => rdns === 'com.other');
  });
});

it('a page that sends two wallets the same request one after another records both', async () => {
  const [one, two] = [createFakeWallet(), createFakeWallet()];
  const { events } = openDapp([
    eip1193(one.provider, { rdns: 'com.one' }),
    eip1193(two.provider, { rdns: 'com.two' }),
  ]);
  const { method, params } = sign();
  await one.provider.request({ method, params });
  await two.provider.request({ method, params });
  expect((await events()).map(({ rdns, status }) => `${rdns} ${status}`)).toEqual([
    'com.one requested',
    'com.one confirmed',
    'com.two requested',
    'com.two confirmed',
  ]);
});

it('[wallets 16] a page sees no prompt of ours, and each kind of silent request at most once', async () => {
  const wallet = createFakeWallet();
  const { events } = open(wallet.provider);
  for (let times = 0; times < 3; times += 1) {
    await wallet.connect();
    await wallet.provider.request(sign());
    wallet.setAccounts();
    wallet.setAccounts(ACCOUNT);
  }
  await events();
  const ours = wallet
    .methods()
    .filter((method) => method === 'eth_chainId' || method === 'eth_accounts');
  expect(ours).toEqual(['eth_chainId']);
  // Sent without a params key, as apps send a request that has no parameters.
  const question = wallet.calls.find(({ input }) => (input[0] as Request).method === 'eth_chainId');
  expect(question?.input).toStrictEqual([{ method: 'eth_chainId' }]);
});

it('a page gets no request of ours where the provider has its chain and account as properties', async () => {
  const wallet = createFakeWallet();
  Object.assign(wallet.provider, { chainId: '0xa', selectedAddress: ACCOUNT });
  const { events } = open(wallet.provider);
  await wallet.connect();
  expect(brief(await events())).toEqual([{ type: 'connect', address: ACCOUNT, chain_id: 10 }]);
  expect(wallet.methods()).toEqual(['eth_requestAccounts']);
});

it('an exception inside the SDK is caught and passed to onError, and the call goes on', async () => {
  const wallet = createFakeWallet();
  const failing = { get: () => null, set: () => {}, remove: () => {} };
  const keyValue = {
    ...failing,
    get: (key: string) => {
      if (key === 'seen') throw new Error('out of order');
      return null;
    },
  };
  const plugins = [eip1193(wallet.provider, NAME)];
  const { faults } = openPage(createWorld(), { plugins }, { keyValue });
  expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toBe(
    wallet.state.accounts,
  );
  expect(faults).toMatchObject([
    { code: 'plugin', message: expect.stringContaining('"eip1193" threw in a handler') },
  ]);
});
