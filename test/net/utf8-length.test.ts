// The computed length in UTF-8 equals that of TextEncoder for every text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../../src/net/utf8-length.js';

const encoded = (text: string) => new TextEncoder().encode(text).length;

test.each(['', 'plain', 'ü', '€', '𝒳', 'a\ud800', '\udc00a', '\ud800\ud800\udc00'])(
  '%j',
  (text) => {
    expect(utf8Length(text)).toBe(encoded(text));
  },
);

test('equals the length by TextEncoder for any text', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.integer({ min: 0xd700, max: 0xe100 }).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('');
      expect(utf8Length(text)).toBe(encoded(text));
    }),
  );
});
