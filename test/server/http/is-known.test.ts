// Which lists of tags in the header If-None-Match name a tag.
import { expect, it } from 'vitest';
import { isKnown } from '../../../src/server/http/is-known.js';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b" ,W/"a"', true],
  ['"b"', false],
  ['', false],
  [undefined, false],
])('of %j: %j', (asked, known) => expect(isKnown(asked, '"a"')).toBe(known));

it('reads a header full of blanks once, and not from each of them, which would take minutes', () => {
  expect(isKnown(`"b"${' '.repeat(400_000)}"c"`, '"a"')).toBe(false);
});
