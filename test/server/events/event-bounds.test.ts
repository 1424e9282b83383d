// The limits for the depth, the number of values and the length of texts of an event.
import { describe, expect, it } from 'vitest';
import {
  MAX_EVENT_DEPTH,
  MAX_EVENT_TEXT_LENGTH,
  MAX_EVENT_VALUES,
} from '../../../src/protocol/limits.js';
import { excessOf, MAX_EVENT_KEY_LENGTH } from '../../../src/server/events/event-bounds.js';

const nested = (depth: number, wrap: (inner: unknown) => object): object => {
  let value: object = {};
  for (let level = 1; level < depth; level++) value = wrap(value);
  return value;
};

describe('excessOf', () => {
  it.each([
    ['objects', (inner: unknown) => ({ inner })],
    ['lists', (inner: unknown) => [inner]],
  ])('limits the depth of %s', (_what, wrap) => {
    const excess = (depth: number) => excessOf({ properties: nested(depth - 1, wrap) });
    expect(excess(MAX_EVENT_DEPTH)).toBeUndefined();
    expect(excess(MAX_EVENT_DEPTH + 1)).toBe('is nested deeper than 32 levels');
    expect(excess(200_000)).toBe('is nested deeper than 32 levels');
  });

  it('limits the number of values on all levels together', () => {
    const list = (length: number) => new Array<number>(length).fill(0);
    expect(excessOf({ a: list(MAX_EVENT_VALUES - 1) })).toBeUndefined();
    expect(excessOf({ a: list(MAX_EVENT_VALUES) })).toBe('has more than 10000 values');
    const keys = Object.fromEntries(list(6_000).map((_, index) => [`k${index}`, {}]));
    expect(excessOf({ a: keys, b: keys })).toBe('has more than 10000 values');
  });

  it('limits the length of texts and keys', () => {
    expect(excessOf({ a: ['x'.repeat(MAX_EVENT_TEXT_LENGTH)] })).toBeUndefined();
    expect(excessOf({ a: ['x'.repeat(MAX_EVENT_TEXT_LENGTH + 1)] })).toMatch(/^has a text longer/);
    expect(excessOf({ a: { ['x'.repeat(MAX_EVENT_KEY_LENGTH)]: 1 } })).toBeUndefined();
    expect(excessOf({ a: { ['x'.repeat(MAX_EVENT_KEY_LENGTH + 1)]: 1 } })).toMatch(/^has a key/);
  });

  it('checks own properties of any name, and no inherited ones', () => {
    expect(excessOf(JSON.parse('{"__proto__":{"constructor":{"length":1}}}'))).toBeUndefined();
    const text = 'x'.repeat(MAX_EVENT_TEXT_LENGTH + 1);
    expect(excessOf(JSON.parse(`{"__proto__":["${text}"]}`))).toMatch(/^has a text longer/);
    expect(excessOf(Object.create({ text }))).toBeUndefined();
  });
});
