// Finds excerpts of answers that repeat an id of a person.
import { expect, it } from 'vitest';
import { repeatsIds } from '../../../src/server/alerts/repeats-ids.js';

const repeats = repeatsIds({
  wallets: ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  anonymousIds: ['visitor-1', 'visit'],
  userIds: ['al', ' \t', 'of  norway', 'half \ud800'],
});

it.each([
  ['{"address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}', true],
  ['{"address":"0xd8dA6BF2', true],
  ['{"address":"0xd8', true],
  ['{"address":"0xd', false],
  ['{"address":"0xd8dA6BF2"}', false],
  ['No VISITOR-1.', true],
  ['No visit', true],
  ['No alice', true],
  ['No bob of norway here', true],
  ['No bob of nor', true],
  ['No bob of no', true],
  ['No bob of north', false],
  ['', false],
])('the excerpt %j repeats an id: %s', (excerpt, isRepeated) => {
  expect(repeats(excerpt)).toBe(isRepeated);
});

it('searches thousands of excerpts for thousands of ids', () => {
  const anonymousIds = Array.from({ length: 5_000 }, () => crypto.randomUUID());
  const many = repeatsIds({ wallets: [], anonymousIds, userIds: [] });
  const excerpts = Array.from({ length: 5_000 }, (_, n) => `${'x'.repeat(163)} ${anonymousIds[n]}`);
  expect(excerpts.filter(many)).toHaveLength(5_000);
  // It ends with a period, because its last characters alone could be the beginning of one of 5,000 ids.
  expect(many(`${'x'.repeat(163)} ${crypto.randomUUID()}.`)).toBe(false);
});
