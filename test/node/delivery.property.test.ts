// With several requests in flight, answered in any order, each event is delivered or counted as
// dropped.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SendResult } from '../../src/core/ports.js';
import type { FullPolicy } from '../../src/node/server-tracker-types.js';
import { openService } from './support/open-service.js';

const steps = fc.oneof(
  fc.record({ kind: fc.constant('track' as const), count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('turn' as const), ms: fc.nat(5_000) }),
  fc.record({ kind: fc.constant('answer' as const), which: fc.nat(20), result: fc.nat(5) }),
  fc.record({ kind: fc.constant('flush' as const) }),
  fc.record({ kind: fc.constant('key' as const) }),
);

const RESULTS: readonly SendResult[] = [
  { kind: 'delivered' },
  { kind: 'delivered' },
  { kind: 'retry' },
  { kind: 'retry', afterMs: 2_000 },
  { kind: 'tooLarge' },
  { kind: 'rejected', reason: 'unauthorized', detail: 'revoked' },
];

const settings = fc.record({
  concurrency: fc.integer({ min: 1, max: 5 }),
  maxQueueEvents: fc.integer({ min: 5, max: 300 }),
  maxBatchEvents: fc.integer({ min: 1, max: 40 }),
  whenFull: fc.constantFrom<FullPolicy>('drop-oldest', 'reject', 'await'),
});

it('every event is delivered or dropped with a report, and concurrency is never exceeded', async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.array(steps, { maxLength: 40 }), async (options, plan) => {
      const service = openService({ ...options, flushAt: 10 });
      const { tracker, clock, server, drops } = service;
      const waiting: ((result: SendResult) => void)[] = [];
      let isOver = false;
      let isTooMany = false;
      server.answer = () => {
        if (isOver) return { kind: 'delivered' };
        if (waiting.length >= options.concurrency) isTooMany = true;
        return new Promise((resolve) => waiting.push(resolve));
      };
      let count = 0;
      for (const step of plan) {
        if (step.kind === 'track') {
          for (let index = 0; index < step.count; index += 1) {
            tracker.track(`e${count}`, {}, { messageId: `id${count++}` });
          }
        } else if (step.kind === 'turn') await clock.turn(step.ms);
        else if (step.kind === 'flush') tracker.flush({ timeoutMs: 1_000 });
        else if (step.kind === 'key') tracker.setWriteKey('next');
        else {
          const [answer] = waiting.splice(step.which % Math.max(1, waiting.length), 1);
          answer?.(RESULTS[step.result] ?? { kind: 'delivered' });
          await clock.turn(0);
        }
        const { accepted, delivered, queued, dropped } = tracker.stats();
        const lost = Object.values(dropped).reduce((sum, part) => sum + part, 0);
        expect(accepted).toBe(delivered + queued + lost);
      }
      isOver = true;
      for (const answer of waiting.splice(0)) answer({ kind: 'delivered' });
      tracker.setWriteKey('last');
      await clock.turn(120_000);
      const gone = new Set(drops.map(({ messageId }) => messageId));
      const ids = Array.from({ length: count }, (_, index) => `id${index}`);
      expect(ids.filter((id) => !server.kept.has(id) && !gone.has(id))).toEqual([]);
      expect(tracker.stats()).toMatchObject({ accepted: count, queued: 0 });
      expect(isTooMany).toBe(false);
    }),
    { numRuns: 200 },
  );
});
