// The requirements of every KeyValue.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyValue } from '../../src/core/ports.js';

export const describeKeyValue = (name: string, create: () => KeyValue) => {
  describe(`${name} is a KeyValue`, () => {
    test('returns null for a key that it does not have', () => {
      const values = create();
      expect(values.get('anonymous_id')).toBeNull();
      values.remove('anonymous_id');
      expect(values.get('anonymous_id')).toBeNull();
    });

    test('stores, replaces and removes values', () => {
      const values = create();
      values.set('user_id', 'ada');
      values.set('session', 'one');
      values.set('user_id', 'grace');
      expect([values.get('user_id'), values.get('session')]).toEqual(['grace', 'one']);
      values.remove('user_id');
      expect([values.get('user_id'), values.get('session')]).toEqual([null, 'one']);
      values.set('user_id', 'ada');
      expect(values.get('user_id')).toBe('ada');
    });

    test('returns any text unchanged', () => {
      const values = create();
      // Well-formed text as it occurs in stored values, which are JSON.
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
      fc.assert(
        fc.property(text, (value) => {
          values.set('wallet', JSON.stringify(value));
          expect(values.get('wallet')).toBe(JSON.stringify(value));
        }),
      );
    });

    test('distinguishes keys with a common prefix', () => {
      const values = create();
      values.set('user', 'a');
      values.set('user_id', 'b');
      expect([values.get('user'), values.get('user_id'), values.get('use')]).toEqual([
        'a',
        'b',
        null,
      ]);
    });
  });
};
