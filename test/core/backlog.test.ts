// The backlog against a plain list of the events that wait, through any order of additions, requests and removals.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBacklog, type Entry } from '../../src/core/backlog.js';
import { ENVELOPE_BYTES } from '../../src/core/batch.js';

interface Waiting {
  readonly id: string;
  readonly bytes: number;
  isOut: boolean;
}

const total = (events: readonly Waiting[]) => ({
  count: events.length,
  bytes: events.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** The first events of `from` that fit into a batch. */
const firstOf = (from: readonly Waiting[], count: number, bytes: number) =>
  from.filter(
    (_, index) => index === 0 || (index < count && total(from.slice(0, index + 1)).bytes <= bytes),
  );

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

const limits = { count: fc.integer({ min: 1, max: 5 }), bytes: fc.nat(2_000) };
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), length: fc.nat(300) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), ...limits }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }) },
  fc.record({ do: fc.constant('put back' as const), at: fc.nat(20) }),
  fc.record({ do: fc.constant('add again' as const), at: fc.nat(20) }),
);

it('holds what was added and not removed, in its order, and gives no event out twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.record(limits), (steps, asked) => {
      const backlog = createBacklog();
      let model: Waiting[] = [];
      const entries = new Map<string, Entry>();
      const pick = (at: number) => model[at % Math.max(model.length, 1)];
      const entryOf = ({ id }: { readonly id: string }) => entries.get(id) as Entry;

      for (const [index, one] of steps.entries()) {
        if (one.do === 'add') {
          const json = 'x'.repeat(one.length);
          const entry = backlog.add({ id: `${index}`, at: 0, json }) as Entry;
          entries.set(entry.id, entry);
          model.push({ id: entry.id, bytes: one.length + ENVELOPE_BYTES, isOut: false });
        } else if (one.do === 'take') {
          const batch = backlog.next(one.count, one.bytes);
          const waiting = model.filter(({ isOut }) => !isOut);
          const expected = firstOf(waiting, one.count, one.bytes);
          expect(idsOf(batch)).toEqual(idsOf(expected));
          backlog.markOut(batch);
          for (const event of expected) event.isOut = true;
        } else {
          const event = pick(one.at);
          if (event === undefined) continue;
          if (one.do === 'add again') {
            expect(backlog.add({ id: event.id, at: 0, json: '' })).toBeUndefined();
          } else if (one.do === 'put back') {
            backlog.putBack([entryOf(event)]);
            event.isOut = false;
          } else {
            expect(backlog.remove(entryOf(event))).toBe(true);
            expect(backlog.remove(entryOf(event))).toBe(false);
            model = model.filter((other) => other !== event);
          }
        }
      }

      const waiting = model.filter(({ isOut }) => !isOut);
      expect(backlog.size()).toEqual(total(model));
      expect(backlog.waiting()).toEqual(total(waiting));
      expect(idsOf(backlog.next(asked.count, asked.bytes))).toEqual(
        idsOf(firstOf(waiting, asked.count, asked.bytes)),
      );
      const oldest = model[0];
      expect(backlog.oldestOrder()).toBe(oldest ? entryOf(oldest).order : Number.POSITIVE_INFINITY);
      expect([...entries.values()].filter(backlog.has).map(({ id }) => id)).toEqual(idsOf(model));
    }),
  );
});

it('leaves out of what fits only what is too large for the room that is left', () => {
  const backlog = createBacklog();
  const sizes = [10, 500, 20, 30];
  const entries = sizes.map((length, index) =>
    backlog.add({ id: `${index}`, at: 0, json: 'x'.repeat(length) }),
  );
  const room = 60 + 3 * ENVELOPE_BYTES;
  expect(idsOf(backlog.fitting(room, false))).toEqual(['0', '2', '3']);
  backlog.markOut([entries[2] as Entry]);
  expect(idsOf(backlog.fitting(room, false))).toEqual(['0', '3']);
  expect(idsOf(backlog.fitting(room, true))).toEqual(['0', '2', '3']);
});

it('goes on after thousands were removed at its front', () => {
  const backlog = createBacklog();
  const add = (index: number) => backlog.add({ id: `${index}`, at: 0, json: '' }) as Entry;
  const entries = Array.from({ length: 3_000 }, (_, index) => add(index));
  for (const entry of entries.slice(0, 2_500)) backlog.remove(entry);
  const added = add(3_000);
  expect([entries[2_999]?.order, added.order]).toEqual([2_999, 3_000]);
  expect(backlog.oldestOrder()).toBe(2_500);
  expect(idsOf(backlog.next(2, 1_000))).toEqual(['2500', '2501']);
  for (const entry of entries.slice(2_500)) expect(backlog.remove(entry)).toBe(true);
  expect(idsOf(backlog.next(2, 1_000))).toEqual(['3000']);
  expect(backlog.size()).toEqual({ count: 1, bytes: ENVELOPE_BYTES });
});
