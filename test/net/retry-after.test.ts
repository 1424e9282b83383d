// Reads Retry-After in the forms that servers send, valid or not.
import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../src/net/retry-after.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 7);

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['1.5', 1_500],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
  ['Sun Nov  6 08:49:37 1994', 30_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
])('reads %s', (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});

test.each([null, undefined, '', '-1', 'soon 5', '1e3', '2026-01-01', 'Sunday never', 'NaN'])(
  'ignores %s',
  (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  },
);
