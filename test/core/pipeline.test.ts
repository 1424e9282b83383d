// From the call to the queue: what a page that goes away, a plugin or a withdrawn consent may not upset.
import { expect, it } from 'vitest';
import type { QueuedEvent } from '../../src/core/ports.js';
import { createFakeStore, createWorld, openPage, settle } from './fakes.js';

it('saves at once what comes between pagehide and the end, visibilitychange in between', async () => {
  const world = createWorld();
  const saved: string[] = [];
  const store = {
    ...createFakeStore(world.disk),
    appendNow: (events: readonly QueuedEvent[]) => {
      saved.push(...events.map(({ json }) => (JSON.parse(json) as { event: string }).event));
      return true;
    },
  };
  const { tracker, page } = openPage(world, {}, { store });
  page.hide(true);
  page.hide(false);
  tracker.track('left');
  expect(saved).toEqual(['left']);
});

it('saves what waits when the page is left while the tracker closes', async () => {
  const world = createWorld();
  const saved: number[] = [];
  const store = {
    ...createFakeStore(world.disk),
    append: () => new Promise<void>(() => {}),
    appendNow: (events: readonly QueuedEvent[]) => saved.push(events.length) > 0,
  };
  world.server.answer = () => new Promise(() => {});
  const { tracker, page } = openPage(world, {}, { store });
  tracker.track('last');
  void tracker.close();
  page.hide(true);
  expect(saved).toEqual([1]);
});

it('loses nothing to a plugin that puts in what JSON cannot carry', async () => {
  const world = createWorld();
  const cycle: Record<string, unknown> = { amount: 10n };
  cycle.self = cycle;
  const { tracker } = openPage(world, {
    plugins: [
      {
        name: 'odd',
        enrich: (event) => (event.event === 'odd' ? { ...event, properties: cycle } : event),
      },
    ],
  });
  tracker.track('before');
  tracker.track('odd');
  tracker.track('after');
  await world.clock.turn(2_000);
  expect(world.server.names()).toEqual(['before', 'odd', 'after']);
  const [, odd] = [...world.server.kept.values()];
  expect(odd?.properties).toEqual({ amount: '10', self: '[Circular]' });
});

/** What untyped code may give. */
const ODD_IDS = [Symbol('id'), Object.create(null)];

it.each([
  { at: Number.NaN },
  { at: 'yesterday' },
  { at: undefined },
  ...ODD_IDS.map((message_id) => ({ message_id })),
])('loses nothing to a plugin whose time or id cannot be written: %o', async (odd) => {
  const world = createWorld();
  const enrich = (event: { readonly event: string | null }) =>
    (event.event === 'odd' ? odd : undefined) as never;
  const { tracker } = openPage(world, { plugins: [{ name: 'odd', enrich }] });
  for (const name of ['before', 'odd', 'after']) tracker.track(name);
  expect(() => void tracker.flush()).not.toThrow();
  await world.clock.turn(2_000);
  expect(world.server.names()).toEqual(['before', 'odd', 'after']);
  const times = [...world.server.kept.values()].map((event) => event.original_timestamp);
  expect(new Set(times).size).toBe(1);
});

it.each(ODD_IDS)(
  'sends what is recorded around an id that cannot be written',
  async (messageId) => {
    const world = createWorld();
    const { tracker } = openPage(world);
    tracker.track('before');
    tracker.track('odd', {}, { messageId });
    tracker.track('after');
    expect(() => void tracker.flush()).not.toThrow();
    await world.clock.turn(2_000);
    const isText = typeof messageId === 'symbol';
    expect(world.server.names()).toEqual(['before', ...(isText ? ['odd'] : []), 'after']);
  },
);

it('drops left-over events that were being read when the consent was withdrawn', async () => {
  const world = createWorld();
  let give: (events: readonly QueuedEvent[]) => void = () => {};
  const store = {
    ...createFakeStore(world.disk),
    take: () =>
      new Promise<readonly QueuedEvent[]>((resolve) => {
        give = resolve;
      }),
  };
  const { tracker } = openPage(world, {}, { store });
  await world.clock.turn(1_000);
  tracker.consent('denied');
  give([{ id: 'old', at: world.clock.now(), json: '{"message_id":"old"}' }]);
  await settle();
  expect(tracker.stats()).toMatchObject({ recovered: 1, queued: 0, dropped: { consent: 1 } });
  tracker.consent('granted');
  await world.clock.turn(10_000);
  expect(world.server.requests).toHaveLength(0);
});
