// The tracker for an app's own tests: the events that it shows, waiting for them, and simulated
// failures.
import { expect, test } from 'vitest';
import { TrackerError } from '../../src/core/tracker-error.js';
import { createTestTracker } from '../../src/testing/index.js';
import { PATIENCE_MS } from '../support/eventually.js';

const START = Date.UTC(2026, 0, 1);

test('returns the events of all calls at once, complete and in order', () => {
  const { tracker, events } = createTestTracker();
  for (let n = 0; n < 300; n++) tracker.track('swap', { n, big: 10n, at: new Date(START) });
  tracker.identify('ada', { plan: 'pro' });
  const seen = events();
  expect(seen.map(({ properties }) => properties?.n)).toEqual([
    ...Array.from({ length: 300 }, (_, n) => n),
    undefined,
  ]);
  expect(seen[0]).toMatchObject({
    type: 'track',
    event: 'swap',
    properties: { big: '10', at: '2026-01-01T00:00:00.000Z' },
    context: { page_url: 'https://dapp.test/' },
    anonymous_id: tracker.anonymousId(),
    original_timestamp: '2026-01-01T00:00:00.000Z',
  });
  expect(seen.at(-1)).toMatchObject({ type: 'identify', user_id: 'ada' });
});

test('returns large events, too, in the order of the calls', () => {
  const { tracker, events } = createTestTracker();
  const sizes = [30_000, 50_000, 10_000, 70_000, 300_000, 40_000, 10];
  for (const size of sizes) tracker.track(`size ${size}`, { text: 'x'.repeat(size) });
  tracker.track('own id', {}, { messageId: '0' });
  expect(events().map(({ event }) => event)).toEqual([
    ...sizes.map((size) => `size ${size}`),
    'own id',
  ]);
});

test('waitFor waits for later events', async () => {
  const { tracker, waitFor } = createTestTracker();
  const swap = waitFor('swap', { timeoutMs: PATIENCE_MS });
  setImmediate(() => tracker.track('swap', { pool: 1 }));
  expect(await swap).toMatchObject({ properties: { pool: 1 } });
  tracker.page();
  expect(await waitFor('page')).toMatchObject({ type: 'page' });
});

test('waitFor names the events that arrived instead', async () => {
  const { tracker, waitFor } = createTestTracker();
  tracker.track('swop');
  await expect(waitFor('swap', { timeoutMs: 1 })).rejects.toThrow(
    'No "swap" within 1 ms. There arrived: swop.',
  );
});

test('flush and close complete without moving the clock', async () => {
  const { tracker } = createTestTracker();
  tracker.track('swap');
  await tracker.flush();
  expect(tracker.stats()).toMatchObject({ accepted: 1, delivered: 1, queued: 0 });
  await tracker.close();
});

test.each([503, 429, 0])(
  'retries a failure %i as the clock moves, and loses nothing',
  async (status) => {
    const { tracker, events, failNext, clock } = createTestTracker();
    failNext(status, { times: 3 });
    tracker.track('one');
    tracker.track('two');
    await clock.turn(0);
    expect(tracker.stats()).toMatchObject({ delivered: 0, queued: 2 });
    await clock.turn(120_000);
    expect(events().map(({ event }) => event)).toEqual(['one', 'two']);
  },
);

test('honours Retry-After to the second', async () => {
  const { tracker, events, failNext, clock } = createTestTracker();
  failNext(429, { retryAfterSeconds: 60 });
  tracker.track('swap');
  await clock.turn(59_000);
  expect(events()).toEqual([]);
  await clock.turn(2_000);
  expect(events()).toHaveLength(1);
});

test('drops an event that the server refuses, and calls onDrop', async () => {
  const drops: string[] = [];
  const { tracker, failNext, clock } = createTestTracker({
    onDrop: ({ reason, detail }) => drops.push(`${reason}: ${detail}`),
  });
  failNext(400);
  tracker.track('swap');
  await clock.turn(0);
  expect(drops).toEqual(['invalid: failNext(400)']);
});

test('begins a new session by the clock of the test', async () => {
  const { tracker, events, clock } = createTestTracker({ sessionIdleMinutes: 10, startAt: 5_000 });
  tracker.track('one');
  expect(clock.now()).toBe(5_000);
  await clock.turn(9 * 60_000);
  tracker.track('two');
  await clock.turn(11 * 60_000);
  tracker.track('three');
  const [one, two, three] = events().map(({ session_id }) => session_id);
  expect(one).toBe(two);
  expect(three).not.toBe(two);
});

test('plugins run as in production', () => {
  const { tracker, events } = createTestTracker({
    plugins: [{ name: 'no-pages', enrich: (event) => (event.type === 'page' ? null : event) }],
  });
  tracker.page();
  tracker.track('swap');
  expect(events().map(({ event }) => event)).toEqual(['swap']);
});

test('generates the same ids in each test, and throws on wrong options', () => {
  const ids = [createTestTracker(), createTestTracker()].map(({ tracker, events }) => {
    tracker.track('swap');
    return events()[0]?.message_id;
  });
  expect(ids[0]).toBe(ids[1]);
  expect(() => createTestTracker({ writeKey: '' })).toThrow(TrackerError);
});
