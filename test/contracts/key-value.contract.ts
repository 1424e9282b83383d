// What every KeyValue keeps, whatever it is made of.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyValue } from '../../src/core/ports.js';

export const describeKeyValue = (name: string, create: () => KeyValue) => {
  describe(`${name} is a KeyValue`, () => {
    test('answers null for what it does not have', () => {
      const values = create();
      expect(values.get('anonymous_id')).toBeNull();
      values.remove('anonymous_id');
      expect(values.get('anonymous_id')).toBeNull();
    });

    test('keeps, replaces and removes', () => {
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

    test('gives back any text as it was', () => {
      const values = create();
      // Well-formed text that names something: JSON of identity and session.
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
      fc.assert(
        fc.property(text, (value) => {
          values.set('wallet', JSON.stringify(value));
          expect(values.get('wallet')).toBe(JSON.stringify(value));
        }),
      );
    });

    test('keeps keys that begin alike apart', () => {
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
