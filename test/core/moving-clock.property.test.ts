// Whatever the device's clock is set to, and however often: no event is lost or doubled, none waits for
// ever, and a page's events keep their order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SendResult } from '../../src/core/ports.js';
import { createFakeStore, createWorld, openPage, type SentEvent, type World } from './fakes.js';

const DAY_MS = 86_400_000;

const steps = fc.oneof(
  fc.record({ kind: fc.constant('track' as const), count: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ kind: fc.constant('turn' as const), ms: fc.nat(90_000) }),
  fc.record({
    kind: fc.constant('set' as const),
    byMs: fc.oneof(
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
      fc.integer({ min: -30 * 365 * DAY_MS, max: 30 * 365 * DAY_MS }),
    ),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    answer: fc.oneof(
      fc.constant<SendResult>({ kind: 'delivered' }),
      fc.constant<SendResult>({ kind: 'retry' }),
      fc.nat(3_600_000).map((afterMs): SendResult => ({ kind: 'retry', afterMs })),
    ),
  }),
  fc.record({ kind: fc.constant('online' as const), isOnline: fc.boolean() }),
  fc.record({ kind: fc.constant('hide' as const), leaving: fc.boolean() }),
  fc.record({ kind: fc.constant('show' as const) }),
  fc.record({ kind: fc.constant('next' as const) }),
);

/** A page that ends without a further word once `leave` was called. */
const openMortal = (world: World) => {
  let isAlive = true;
  const store = createFakeStore(world.disk);
  const never = new Promise<never>(() => {});
  const page = openPage(
    world,
    // No event is too old: what the clock says may be wrong by years.
    { maxAgeMs: Number.POSITIVE_INFINITY },
    {
      store: {
        ...store,
        appendNow: (events) => {
          void store.append(events);
          return true;
        },
      },
      clock: {
        // Whole milliseconds, as from a device. The delays of timers have fractions.
        now: () => Math.floor(world.clock.now()),
        after: (delayMs, run) => world.clock.after(delayMs, () => isAlive && run()),
      },
      transport: {
        send: async (body, options) =>
          isAlive ? world.server.transport.send(body, options) : never,
      },
    },
  );
  return {
    ...page,
    leave: () => {
      page.page.hide(true);
      isAlive = false;
    },
  };
};

const orderOf = ({ event }: SentEvent) => Number(event);

it('nothing is lost, doubled or kept waiting while the clock moves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (plan) => {
      const world = createWorld();
      let answer: SendResult = { kind: 'delivered' };
      world.server.answer = () => answer;
      let page = openMortal(world);
      let count = 0;
      /** The first event of each page. */
      const firsts = [0];
      for (const step of plan) {
        if (step.kind === 'track') {
          for (let index = 0; index < step.count; index++) page.tracker.track(String(count++));
        } else if (step.kind === 'turn') await world.clock.turn(step.ms);
        else if (step.kind === 'set') {
          world.clock.set(Math.max(0, world.clock.now() + step.byMs));
        } else if (step.kind === 'answer') answer = step.answer;
        else if (step.kind === 'hide') page.page.hide(step.leaving);
        else if (step.kind === 'show') page.page.show();
        else if (step.kind === 'online') {
          page.page.isOnline = step.isOnline;
          if (step.isOnline) page.page.online();
        } else {
          page.leave();
          await world.clock.turn(0);
          firsts.push(count);
          page = openMortal(world);
        }
      }
      answer = { kind: 'delivered' };
      page.page.online();
      page.page.show();
      // Longer than a server's wish and the backoff after it.
      await world.clock.turn(2 * 3_600_000);
      const kept = [...world.server.kept.values()].sort((a, b) => orderOf(a) - orderOf(b));
      expect(kept.map(orderOf)).toEqual(Array.from({ length: count }, (_, n) => n));
      expect(world.disk.events.size).toBe(0);
      expect(page.tracker.stats()).toMatchObject({ queued: 0, dropped: {} });
      firsts.forEach((first, n) => {
        const ofPage = kept.slice(first, firsts[n + 1]);
        for (const field of ['original_timestamp', 'message_id']) {
          const values = ofPage.map((event) => String(event[field]));
          expect(values).toEqual([...values].sort());
        }
      });
    }),
    { numRuns: 300 },
  );
});
