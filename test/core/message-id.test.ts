// Message ids: their format, and that they sort by time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMessageIds, createRandomId } from '../../src/core/message-id.js';

const bytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

it('makes version 7 UUIDs that carry their time', () => {
  const at = Date.UTC(2026, 0, 1);
  const id = createMessageIds(bytes)(at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at);
});

it('sorts in the order of creation, within a millisecond and when the clock goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 47 }), { maxLength: 50 }), (times) => {
      const next = createMessageIds(bytes);
      const ids = times.flatMap((at) => [next(at), next(at)]);
      expect([...ids].sort()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

it('keeps its order beyond 4,096 ids in one millisecond', () => {
  const next = createMessageIds(bytes);
  const ids = Array.from({ length: 10_000 }, () => next(1_700_000_000_000));
  expect([...ids].sort()).toEqual(ids);
});

it('makes version 4 UUIDs for people and sessions', () => {
  expect(createRandomId(bytes)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
