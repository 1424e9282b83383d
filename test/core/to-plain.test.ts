// How values that JSON cannot represent are converted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlain, toPlainProperties } from '../../src/core/to-plain.js';

describe('toPlain', () => {
  it('converts values that JSON cannot represent', () => {
    const plain = toPlain({
      amount: 10n ** 30n,
      at: new Date('2026-01-02T03:04:05.678Z'),
      never: new Date(Number.NaN),
      link: new URL('https://dapp.example/a?b=1'),
      map: new Map<unknown, unknown>([
        ['a', 1n],
        [2, new Set(['x', 'y'])],
      ]),
      bytes: Uint8Array.of(1, 2),
      none: Number.NaN,
      huge: Number.POSITIVE_INFINITY,
      error: new TypeError('wrong'),
      boxed: Object('text'),
      gone: undefined,
      run: () => 1,
      list: [undefined, () => 1, 1],
    });
    expect(plain).toEqual({
      amount: '1000000000000000000000000000000',
      at: '2026-01-02T03:04:05.678Z',
      never: null,
      link: 'https://dapp.example/a?b=1',
      map: { a: '1', 2: ['x', 'y'] },
      bytes: [1, 2],
      none: null,
      huge: null,
      error: { name: 'TypeError', message: 'wrong' },
      boxed: 'text',
      list: [null, null, 1],
    });
  });

  it('marks cycles, and only cycles', () => {
    const shared = { a: 1 };
    const loop: Record<string, unknown> = { first: shared, second: shared };
    loop.self = loop;
    expect(toPlain(loop)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: '[Circular]' });
  });

  it('survives getters, proxies and toJSON that throw', () => {
    const hostile = {
      get secret() {
        throw new Error('no');
      },
      proxy: new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
      json: {
        toJSON() {
          throw new Error('no');
        },
      },
      fine: 1,
    };
    expect(toPlain(hostile)).toEqual({
      secret: '[Unreadable]',
      proxy: '[Unreadable]',
      json: '[Unreadable]',
      fine: 1,
    });
  });

  it('keeps a key named __proto__ as a key', () => {
    const plain = toPlain(JSON.parse('{"__proto__":{"polluted":true},"a":1}'));
    expect(JSON.stringify(plain)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
  });

  it('limits the depth', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(JSON.stringify(toPlain(deep))).toContain('[Too deep]');
  });

  it('copies: later changes of the original have no effect', () => {
    const original = { nested: { list: [1] } };
    const plain = toPlain(original);
    original.nested.list.push(2);
    expect(plain).toEqual({ nested: { list: [1] } });
  });

  it('equals JSON for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.stringify(toPlain(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('never throws and always returns what JSON can represent', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          JSON.stringify(toPlain(value));
          toPlainProperties(value);
        },
      ),
    );
  });
});
