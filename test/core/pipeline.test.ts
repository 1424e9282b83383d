// From the call to the queue: no event may be lost to a closing page, a plugin or withdrawn
// consent.
import { expect, it } from 'vitest';
import type { QueuedEvent } from '../../src/core/ports.js';
import { createFakeStore, createWorld, openPage, settle } from './fakes.js';

it('saves events between pagehide and the end of the page at once, also after a visibilitychange', async () => {
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

it('saves unsent events when the page is left while the tracker closes', async () => {
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

it('keeps an event into which a plugin puts values that JSON cannot represent', async () => {
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

/** Ids that code without types may pass, which cannot be turned into a text by a template. */
const ODD_IDS = [Symbol('id'), Object.create(null)];

it.each([
  { at: Number.NaN },
  { at: 'yesterday' },
  { at: undefined },
  ...ODD_IDS.map((message_id) => ({ message_id })),
])('keeps an event to which a plugin gives an invalid time or id: %o', async (odd) => {
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
  'sends the events before and after one whose message id is not a text',
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

it('drops events of earlier pages that were being read when consent was withdrawn', async () => {
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
