// In any order of calls, answers and crashes, no accepted event is lost and each keeps its message
// id.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventStore, SendResult, Transport } from '../../src/core/ports.js';
import { createFakeStore, createWorld, openPage, type SentEvent, type World } from './fakes.js';

/** A page that can crash at any moment: after `kill()`, none of its pending operations goes on. */
const openMortalPage = (world: World) => {
  let isAlive = true;
  const never = new Promise<never>(() => {});
  const store = createFakeStore(world.disk);
  const mortal: EventStore = {
    append: (events) => (isAlive ? store.append(events) : never),
    appendNow: (events) => {
      if (!isAlive || world.disk.isBroken) return false;
      for (const event of events) world.disk.events.set(event.id, event);
      return true;
    },
    take: (limit) => (isAlive ? store.take(limit) : never),
    acknowledge: (ids) => (isAlive ? store.acknowledge(ids) : never),
    size: () => (isAlive ? store.size() : never),
  };
  const transport: Transport = {
    send: async (body, options) => {
      if (!isAlive) return never;
      const result = await world.server.transport.send(body, options);
      return isAlive ? result : never;
    },
  };
  const opened = openPage(
    world,
    {},
    {
      store: mortal,
      transport,
      clock: {
        now: world.clock.now,
        after: (delayMs, run) => world.clock.after(delayMs, () => isAlive && run()),
      },
    },
  );
  return {
    ...opened,
    kill: () => {
      isAlive = false;
    },
  };
};

const answers: fc.Arbitrary<SendResult | 'lost'> = fc.oneof(
  fc.constant<SendResult>({ kind: 'delivered' }),
  fc.constant<SendResult>({ kind: 'retry' }),
  fc.nat(5_000).map((afterMs): SendResult => ({ kind: 'retry', afterMs })),
  fc.constant('lost' as const),
);

const steps = fc.oneof(
  fc.record({ kind: fc.constant('track' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('turn' as const), ms: fc.nat(20_000) }),
  fc.record({ kind: fc.constant('answer' as const), answer: answers }),
  fc.record({ kind: fc.constant('poison' as const) }),
  fc.record({ kind: fc.constant('small' as const), bytes: fc.integer({ min: 400, max: 5_000 }) }),
  fc.record({ kind: fc.constant('hide' as const), leaving: fc.boolean() }),
  fc.record({ kind: fc.constant('show' as const) }),
  fc.record({ kind: fc.constant('online' as const), isOnline: fc.boolean() }),
  fc.record({ kind: fc.constant('disk' as const), isBroken: fc.boolean() }),
  fc.record({ kind: fc.constant('kill' as const) }),
);

const holds = (page: ReturnType<typeof openPage>) => {
  const { accepted, delivered, queued, dropped } = page.tracker.stats();
  const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  expect(accepted).toBe(delivered + queued + lost);
  expect(queued).toBeGreaterThanOrEqual(0);
};

it('no accepted event is lost under any order of calls, answers, faults, hides and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (plan) => {
      const world = createWorld();
      const accepted = new Set<string>();
      const droppedIds = new Set<string>();
      let answer: SendResult | 'lost' = { kind: 'delivered' };
      let maxBytes = Number.POSITIVE_INFINITY;
      let poison = '';
      let count = 0;
      world.server.answer = (events, body) => {
        if (body.length > maxBytes) return { kind: 'tooLarge' };
        if (events.some(({ event }) => event === poison)) {
          return { kind: 'rejected', reason: 'invalid', detail: 'poison' };
        }
        if (answer !== 'lost') return answer;
        // The server has stored the events, but its answer never arrives.
        for (const event of events) world.server.kept.set(event.message_id, event);
        return { kind: 'retry' };
      };
      let page = openMortalPage(world);
      for (const step of plan) {
        if (step.kind === 'track') {
          for (let index = 0; index < step.count; index += 1) {
            const name = `e${count++}`;
            page.tracker.track(name);
            accepted.add(name);
          }
        } else if (step.kind === 'turn') await world.clock.turn(step.ms);
        else if (step.kind === 'answer') answer = step.answer;
        else if (step.kind === 'small') maxBytes = step.bytes;
        else if (step.kind === 'poison') poison = `e${count}`;
        else if (step.kind === 'hide') page.page.hide(step.leaving);
        else if (step.kind === 'show') page.page.show();
        else if (step.kind === 'online') {
          page.page.isOnline = step.isOnline;
          if (step.isOnline) page.page.online();
        } else if (step.kind === 'disk') world.disk.isBroken = step.isBroken;
        else {
          // The browser lets the page write before it ends. The disk works here: a broken one may
          // keep nothing.
          world.disk.isBroken = false;
          page.page.hide(true);
          holds(page);
          for (const { messageId } of page.drops) droppedIds.add(messageId);
          page.kill();
          page = openMortalPage(world);
        }
        holds(page);
      }
      answer = { kind: 'delivered' };
      world.disk.isBroken = false;
      maxBytes = Number.POSITIVE_INFINITY;
      page.page.online();
      await world.clock.turn(600_000);
      holds(page);
      for (const { messageId } of page.drops) droppedIds.add(messageId);
      const kept = [...world.server.kept.values()];
      const delivered = new Set(kept.map(({ event }: SentEvent) => event));
      const missing = [...accepted].filter((name) => !delivered.has(name));
      // Every missing event must have been dropped with a reason.
      const droppedNames = world.server.requests
        .flat()
        .filter(({ message_id }) => droppedIds.has(message_id))
        .map(({ event }) => event);
      expect(missing.filter((name) => !droppedNames.includes(name))).toEqual([]);
      expect(delivered.size).toBe(kept.length);
      expect(world.disk.events.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});

it('keeps the order of events within a page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (failures) => {
      const world = createWorld();
      const fate = [...failures];
      world.server.answer = () => (fate.shift() ? { kind: 'retry' } : { kind: 'delivered' });
      const page = openPage(world, { flushAt: 3 });
      for (let index = 0; index < 40; index += 1) {
        page.tracker.track(`e${index}`);
        if (index % 7 === 0) await world.clock.turn(500);
      }
      await world.clock.turn(3_600_000);
      expect(world.server.names()).toEqual(Array.from({ length: 40 }, (_, index) => `e${index}`));
    }),
    { numRuns: 50 },
  );
});
