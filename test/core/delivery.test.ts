// Delivery by example: what the sender does with each answer of the server, each fault and each
// limit.
import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/core/ports.js';
import { createWorld, openPage, type SentEvent, settle } from './fakes.js';

const track = (page: ReturnType<typeof openPage>, count: number, from = 0) => {
  for (let index = from; index < from + count; index += 1) page.tracker.track(`e${index}`);
};
const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `e${from + i}`);
const retry: SendResult = { kind: 'retry' };
const delivered: SendResult = { kind: 'delivered' };

/** Properties of `bytes` bytes in which no single text is longer than the server allows. */
const large = (bytes: number) => ({ texts: Array(bytes / 100_000).fill('x'.repeat(100_000)) });

describe('an event that is larger than', () => {
  it.each([
    ['any request', {}, 6_000_000],
    ['the queue', { maxQueueBytes: 200_000 }, 300_000],
  ])('%s is dropped, and the events that wait are kept', async (_, options, bytes) => {
    const world = createWorld();
    world.server.answer = () => retry;
    const page = openPage(world, options);
    track(page, 100);
    page.tracker.track('large', large(bytes));
    await world.clock.turn(2_000);
    expect(page.tracker.stats()).toMatchObject({ queued: 100, dropped: { too_large: 1 } });
    expect(world.disk.events.size).toBe(100);
    world.server.answer = () => delivered;
    await world.clock.turn(60_000);
    expect(world.server.names()).toEqual(names(100));
  });
});

describe('batches', () => {
  it('send the first event of a visit at once, and the next ones after the interval', async () => {
    const world = createWorld();
    const page = openPage(world);
    track(page, 1);
    await world.clock.turn(0);
    expect(world.server.names()).toEqual(names(1));
    track(page, 2, 1);
    await world.clock.turn(999);
    expect(world.server.requests).toHaveLength(1);
    await world.clock.turn(1);
    expect(world.server.names()).toEqual(names(3));
    expect(world.server.requests).toHaveLength(2);
  });

  it('are sent by count before the interval ends', async () => {
    const world = createWorld();
    const page = openPage(world, { flushAt: 5 });
    track(page, 1);
    await world.clock.turn(0);
    track(page, 5, 1);
    await world.clock.turn(0);
    expect(world.server.names()).toEqual(names(6));
  });

  it('stay within maxBatchBytes, and an event larger than that is sent alone', async () => {
    const world = createWorld();
    const page = openPage(world, { maxBatchBytes: 2_000 });
    track(page, 3);
    page.tracker.track('large', { text: 'ü'.repeat(3_000) });
    track(page, 3, 3);
    await world.clock.turn(5_000);
    for (const events of world.server.requests) {
      const isLargeAlone = events.length === 1 && events[0]?.event === 'large';
      const bytes = new TextEncoder().encode(JSON.stringify(events)).length;
      expect(isLargeAlone || bytes <= 2_000).toBe(true);
    }
    expect(world.server.names()).toEqual(['e0', 'e1', 'e2', 'large', 'e3', 'e4', 'e5']);
  });

  it('are never empty: without events, no request is made', async () => {
    const world = createWorld();
    const page = openPage(world);
    await page.tracker.flush();
    page.page.hide(true);
    page.page.online();
    await world.clock.turn(600_000);
    expect(world.server.requests).toEqual([]);
  });
});

describe('retries', () => {
  it('go on until the server answers, however often it fails', async () => {
    const world = createWorld();
    let failures = 40;
    world.server.answer = () => (failures-- > 0 ? retry : delivered);
    const page = openPage(world);
    track(page, 3);
    await world.clock.turn(3_600_000);
    expect(world.server.names()).toEqual(names(3));
    expect(page.tracker.stats()).toMatchObject({
      accepted: 3,
      delivered: 3,
      queued: 0,
      dropped: {},
    });
  });

  it('keep message ids and give each attempt its own sent_at', async () => {
    const world = createWorld();
    let failures = 1;
    world.server.answer = () => (failures-- > 0 ? retry : delivered);
    track(openPage(world), 1);
    await world.clock.turn(10_000);
    const [first, second] = world.server.requests.flat();
    expect(first?.message_id).toBe(second?.message_id);
    expect(first?.sent_at).not.toBe(second?.sent_at);
    expect(first?.original_timestamp).toBe(second?.original_timestamp);
  });

  it('honour Retry-After to the second, also when the page is hidden or comes online', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'retry', afterMs: 7_000 });
    const page = openPage(world);
    track(page, 1);
    await world.clock.turn(0);
    page.page.hide(false);
    page.page.online();
    page.page.show();
    void page.tracker.flush();
    await world.clock.turn(6_999);
    expect(world.server.requests).toHaveLength(1);
    world.server.answer = () => delivered;
    await world.clock.turn(1_001);
    expect(world.server.names()).toEqual(names(1));
  });

  it('wait while offline, and resume as soon as the browser is online', async () => {
    const world = createWorld();
    const page = openPage(world);
    page.page.isOnline = false;
    track(page, 3);
    await world.clock.turn(30_000);
    expect(world.server.requests).toEqual([]);
    page.page.online();
    await world.clock.turn(1_000);
    expect(world.server.names()).toEqual(names(3));
  });

  it('end when an event is older than maxAgeMs, and count it as expired', async () => {
    const world = createWorld();
    world.server.answer = () => retry;
    const page = openPage(world, { maxAgeMs: 60_000 });
    track(page, 2);
    await world.clock.turn(55_000);
    track(page, 1, 2);
    await world.clock.turn(50_000);
    // Coming online ends the wait of the backoff, however long it is by now.
    page.page.online();
    await world.clock.turn(2_000);
    expect(page.tracker.stats()).toMatchObject({ queued: 1, dropped: { expired: 2 } });
    expect(page.drops.map(({ reason }) => reason)).toEqual(['expired', 'expired']);
  });

  it('keep at most maxQueueEvents: the oldest are dropped and counted', async () => {
    const world = createWorld();
    world.server.answer = () => retry;
    const page = openPage(world, { maxQueueEvents: 10 });
    track(page, 25);
    await world.clock.turn(2_000);
    expect(page.tracker.stats()).toMatchObject({ queued: 10, dropped: { queue_full: 15 } });
    world.server.answer = () => delivered;
    await world.clock.turn(60_000);
    expect(world.server.names()).toEqual(names(10, 15));
    expect(world.disk.events.size).toBe(0);
  });
});

describe('refused requests', () => {
  it('413 splits a batch down to single events and drops only the one that is too large', async () => {
    const world = createWorld();
    world.server.answer = (_, body) => (body.length > 3_000 ? { kind: 'tooLarge' } : delivered);
    const page = openPage(world);
    track(page, 20);
    page.tracker.track('large', { text: 'x'.repeat(5_000) });
    track(page, 20, 20);
    await world.clock.turn(10_000);
    expect(world.server.names()).toEqual(names(40));
    expect(page.drops).toMatchObject([{ reason: 'too_large' }]);
    expect(page.tracker.stats()).toMatchObject({ accepted: 41, delivered: 40, queued: 0 });
  });

  it('400 splits a batch until the invalid event is alone, and drops it with the reason', async () => {
    const world = createWorld();
    const isPoison = ({ event }: SentEvent) => event === 'e13';
    world.server.answer = (events) =>
      events.some(isPoison)
        ? { kind: 'rejected', reason: 'invalid', detail: 'bad e13' }
        : delivered;
    const page = openPage(world);
    track(page, 30);
    await world.clock.turn(10_000);
    expect(world.server.names()).toEqual(names(30).filter((name) => name !== 'e13'));
    expect(page.drops).toMatchObject([{ reason: 'invalid', detail: 'bad e13' }]);
    expect(world.disk.events.size).toBe(0);
  });

  it('a refused write key stops sending and is reported once; the queue is kept and a new key resumes', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'rejected', reason: 'unauthorized', detail: 'revoked' });
    const page = openPage(world, { writeKey: 'ey-secret-secret-1234' });
    track(page, 3);
    await world.clock.turn(3_600_000);
    track(page, 3, 3);
    page.page.hide(true);
    await world.clock.turn(3_600_000);
    expect(world.server.requests).toHaveLength(1);
    expect(page.faults.map(({ code }) => code)).toEqual(['unauthorized']);
    expect(page.faults[0]?.message).not.toContain('secret-secret');
    await expect(page.tracker.flush()).rejects.toThrow('refuses the write key');
    // No header can hold this key: every request would fail like a network error, for ever and
    // unreported.
    page.tracker.setWriteKey('new…');
    expect(page.faults.map(({ code }) => code)).toEqual(['unauthorized', 'invalid_call']);
    world.server.answer = () => delivered;
    page.tracker.setWriteKey('new');
    await world.clock.turn(2_000);
    expect(world.server.names()).toEqual(names(6));
  });
});

describe('when the page is left', () => {
  it('sends all unacknowledged events that fit into the keepalive budget at once, and keeps all stored', async () => {
    const world = createWorld();
    world.server.answer = () => new Promise(() => {});
    const page = openPage(world);
    track(page, 1);
    await world.clock.turn(0);
    page.tracker.track('huge', { text: 'x'.repeat(300_000) });
    track(page, 50, 1);
    page.page.hide(true);
    await settle();
    const last = world.server.requests.at(-1) ?? [];
    expect(world.server.lastRequests).toBe(1);
    expect(last.map(({ event }) => event)).toEqual(names(51));
    expect(new TextEncoder().encode(JSON.stringify(last)).length).toBeLessThan(65_536);
    expect(
      [...world.disk.events.values()].map(({ json }) => JSON.parse(json).event).sort(),
    ).toEqual(['huge', ...names(51)].sort());
  });

  it('events that the page could not send are sent by the next page', async () => {
    const world = createWorld();
    world.server.answer = () => retry;
    const first = openPage(world);
    track(first, 5);
    await world.clock.turn(10);
    first.page.hide(true);
    const closed = first.tracker.close();
    await world.clock.turn(5_000);
    await closed;
    world.server.answer = () => delivered;
    const second = openPage(world);
    await world.clock.turn(5_000);
    expect(world.server.names()).toEqual(names(5));
    expect(second.tracker.stats()).toMatchObject({ accepted: 5, recovered: 5, delivered: 5 });
    expect(world.disk.events.size).toBe(0);
  });
});

describe('storage', () => {
  it('that fails because the page is left is not reported; a failure after that is', async () => {
    const world = createWorld();
    const page = openPage(world);
    await world.clock.turn(2_000);
    page.page.hide(true);
    world.disk.isBroken = true;
    track(page, 1);
    await world.clock.turn(20_000);
    expect(page.faults).toEqual([]);
    page.page.show();
    await world.clock.turn(20_000);
    expect(page.faults.map(({ code }) => code)).toEqual(['storage']);
  });

  it('that fails is reported once, loses no event, and is used again when it works', async () => {
    const world = createWorld();
    world.disk.isBroken = true;
    world.server.answer = () => retry;
    const page = openPage(world);
    track(page, 3);
    await world.clock.turn(25_000);
    expect(page.faults.map(({ code }) => code)).toEqual(['storage']);
    world.disk.isBroken = false;
    await world.clock.turn(10_000);
    expect(world.disk.events.size).toBe(3);
    world.server.answer = () => delivered;
    await world.clock.turn(120_000);
    expect(world.server.names()).toEqual(names(3));
    expect(world.disk.events.size).toBe(0);
  });
});
