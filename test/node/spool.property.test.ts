// In any order of writes, reads, acknowledgements and torn files, no event is lost before it is
// acknowledged.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSpool } from '../../src/node/spool/open-spool.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';
import { event, takeAll } from './support/spool-events.js';

const open = async (directory: string) => {
  const faults: unknown[] = [];
  const spool = openSpool({
    directory,
    maxBytes: 20_000_000,
    fsync: false,
    onFault: (cause) => faults.push(cause),
  });
  await spool.ready;
  expect(faults).toEqual([]);
  return spool;
};

const steps = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    count: fc.integer({ min: 1, max: 30 }),
    isGiven: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('take' as const), count: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    kind: fc.constant('acknowledge' as const),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('tear' as const) }),
);

it('after any sequence of operations, exactly the unacknowledged events are left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (plan) => {
      const place = await createTemporaryDirectory();
      const openAgain = () => open(place.path);
      let spool = await openAgain();
      const owed = new Set<string>();
      let inHands = new Set<string>();
      let count = 0;
      for (const step of plan) {
        if (step.kind === 'write') {
          for (let index = 0; index < step.count; index += 1) {
            const id = `e${count++}`;
            const isGiven = step.isGiven && !spool.hasUnread('own');
            spool.write(event(id, 'x'.repeat(count % 50)), isGiven);
            owed.add(id);
            if (isGiven) inHands.add(id);
          }
        } else if (step.kind === 'take') {
          for (const { id } of spool.take(step.count).events) inHands.add(id);
        } else if (step.kind === 'acknowledge') {
          const ids = [...inHands].filter((_, index) => (index * 7) % 10 < step.part * 10);
          spool.acknowledge(ids);
          for (const id of ids) {
            owed.delete(id);
            inHands.delete(id);
          }
        } else {
          spool.close();
          if (step.kind === 'tear') {
            for (const path of readdirSync(place.path, { recursive: true, encoding: 'utf8' })) {
              if (path.endsWith('.log')) appendFileSync(join(place.path, path), '1234 torn');
            }
          }
          spool = await openAgain();
          inHands = new Set();
        }
      }
      spool.close();
      spool = await openAgain();
      const { ids, duplicates } = takeAll(spool);
      expect(ids.sort()).toEqual([...owed].sort());
      expect(duplicates).toEqual([]);
      spool.acknowledge(ids);
      spool.close();
      expect(readdirSync(place.path)).toEqual([]);
      await place.remove();
    }),
    { numRuns: 60 },
  );
});
