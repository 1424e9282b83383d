// What a plugin can use besides the verbs: the wallet in use, the first time in a session, and
// reports of faults.
import { expect, it } from 'vitest';
import type { PluginHost } from '../../src/core/tracker-types.js';
import { createWorld, openPage, type World } from './fakes.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SOLANA = '7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs';

const open = (world: World = createWorld()) => {
  const hosts: PluginHost[] = [];
  const plugin = {
    name: 'curious',
    setup: (_: unknown, host: PluginHost) => {
      hosts.push(host);
      return undefined;
    },
  };
  const page = openPage(world, { plugins: [plugin] });
  const [host] = hosts;
  if (!host) throw new Error('The plugin was not set up.');
  return { ...page, host, world };
};

it('returns the wallet in use with a checksum address, on the next page too', () => {
  const { host, tracker, world } = open();
  expect(host.wallet()).toBeNull();
  tracker.connect({ address: ADDRESS.toLowerCase(), chainId: '0x1', rdns: 'com.one' });
  expect(host.wallet()).toMatchObject({ address: ADDRESS, chainId: 1, rdns: 'com.one' });
  expect(open(world).host.wallet()).toMatchObject({ address: ADDRESS, chainId: 1 });
  tracker.disconnect({ address: ADDRESS.toLowerCase() });
  expect(host.wallet()).toBeNull();
});

it('sets the wallet in use without recording an event', async () => {
  const { host, tracker, world } = open();
  host.useWallet({ address: SOLANA, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
  tracker.track('after');
  await world.clock.turn(2_000);
  expect([...world.server.kept.values()]).toMatchObject([{ type: 'track', address: SOLANA }]);
});

it('says what happens for the first time in a session, across pages, until the session ends', async () => {
  const { host, tracker, world } = open();
  expect(['a', 'b', 'a'].map((key) => host.firstInSession(key))).toEqual([true, true, false]);
  expect(open(world).host.firstInSession('b')).toBe(false);
  await world.clock.turn(31 * 60_000);
  expect(host.firstInSession('a')).toBe(true);
  tracker.reset();
  expect(host.firstInSession('a')).toBe(true);
});

it('returns the context that an event would have', async () => {
  const { host, tracker, world } = open();
  const context = host.context();
  tracker.track('here');
  await world.clock.turn(2_000);
  expect(context).not.toEqual({});
  expect([...world.server.kept.values()]).toMatchObject([{ context }]);
});

it('calls before() once for each verb, and not where nothing is recorded', async () => {
  const told: string[] = [];
  const { tracker } = openPage(createWorld(), {
    plugins: [{ name: 'first', before: (type) => void told.push(type) }],
  });
  tracker.track('one');
  tracker.page();
  tracker.connect({ address: ADDRESS, chainId: 1 });
  tracker.reset();
  expect(told).toEqual(['track', 'page', 'connect', 'reset']);
  tracker.consent('denied');
  tracker.track('two');
  tracker.page();
  tracker.consent('granted');
  await tracker.close();
  tracker.track('three');
  tracker.reset();
  expect(told).toHaveLength(4);
});

it('reports a fault that the plugin caught itself', () => {
  const { host, faults } = open();
  const cause = new Error('odd');
  host.fault(cause);
  expect(faults).toMatchObject([
    { code: 'plugin', cause, message: expect.stringContaining('"curious" threw in a handler') },
  ]);
});

it('reports rejections of promises of other libraries, and adds nothing of such promises to events', async () => {
  /** A promise as libraries with their own implementation return it. */
  const rejecting = (cause: string) => ({
    state: 'rejected',
    // biome-ignore lint/suspicious/noThenProperty: it is a promise
    then: (_: unknown, onRejected: (cause: unknown) => unknown) => onRejected(cause),
  });
  const world = createWorld();
  const plugin = {
    name: 'late',
    setup: () => rejecting('in setup') as never,
    enrich: () => rejecting('in enrich') as never,
  };
  const { tracker, faults } = openPage(world, { plugins: [plugin] });
  tracker.track('told');
  await world.clock.turn(2_000);
  const [event] = world.server.kept.values();
  expect(event).toMatchObject({ event: 'told' });
  expect(event).not.toHaveProperty('state');
  expect(faults.map(({ cause }) => cause)).toEqual(['in setup', 'in enrich']);
});

it('records what a plugin adds to an event as it is at the call', async () => {
  const world = createWorld();
  const cart = { items: 1 };
  const shared: Record<string, unknown> = {};
  const { tracker } = openPage(world, {
    plugins: [
      { name: 'in place', enrich: (event) => Object.assign(event, { properties: { cart } }) },
      {
        name: 'one object for all',
        enrich: (event) => ({ ...event, context: Object.assign(shared, event.context, { cart }) }),
      },
    ],
  });
  tracker.track('first');
  cart.items = 2;
  tracker.track('second');
  cart.items = 3;
  await world.clock.turn(2_000);
  const sent = [...world.server.kept.values()];
  expect(sent).toMatchObject(
    [1, 2].map((items) => ({ properties: { cart: { items } }, context: { cart: { items } } })),
  );
});

it.each(['denied', 'pending'] as const)(
  'drops the event and the queue when a plugin sets consent to %s while it enriches that event',
  async (state) => {
    const world = createWorld();
    const { tracker, drops } = openPage(world, {
      plugins: [
        {
          name: 'opt-out',
          enrich: (event) => {
            if (event.event === 'opt_out') tracker.consent(state);
            return event;
          },
        },
      ],
    });
    tracker.track('opt_out');
    await world.clock.turn(5_000);
    expect([world.server.requests, [...world.disk.events]]).toEqual([[], []]);
    expect(drops).toMatchObject([{ reason: 'consent' }]);
    expect(tracker.stats()).toMatchObject({ accepted: 1, queued: 0, dropped: { consent: 1 } });
  },
);
