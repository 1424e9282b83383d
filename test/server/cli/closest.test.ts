// Which word somebody meant: the nearest, with two slips at most, and none of a word that is hardly longer.
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
])('%s of %j is %s', (given, words, meant) => {
  expect(closest(given, words)).toBe(meant);
});
