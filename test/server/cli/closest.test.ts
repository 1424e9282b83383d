// Suggests the nearest word with at most two typing errors, and none for very short words.
import { expect, it } from 'vitest';
import { closest } from '../../../src/server/cli/closest.js';

it.each([
  ['serv', ['save', 'serve', 'send'], 'serve'],
  ['crate', ['craft', 'create'], 'create'],
  ['kyes', ['keys'], 'keys'],
  ['ttop', ['top'], 'top'],
  ['t', ['top'], undefined],
  ['to', ['top'], 'top'],
  ['backpu', ['backup'], 'backup'],
  ['bakpu', ['backup'], undefined],
  ['xy', ['ab'], undefined],
  ['', ['ab'], undefined],
])('the closest word to %s in %j is %s', (given, words, meant) => {
  expect(closest(given, words)).toBe(meant);
});
