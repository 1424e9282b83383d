// How the dashboard formats numbers, including edge cases.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  formatAmount,
  formatAmounts,
  formatChange,
  formatDuration,
  formatHeadline,
  formatTick,
} from '../../src/dashboard/format/numbers.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it.each([
  [0, '0s'],
  [59.4, '59s'],
  [59.6, '1m 0s'],
  [119.7, '2m 0s'],
  [125, '2m 5s'],
  [3_599.8, '1h 0m'],
  [3_600 * 25 + 61, '25h 1m'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [formatHeadline, 99_999.5, '99,999.5'],
  [formatHeadline, 123_456, '123.5K'],
  [formatHeadline, 9e14, '900T'],
  [formatHeadline, 1e29, '1E29'],
  [formatAmount, 1_234.567, '1,234.57'],
  [formatAmount, -1.5e21, '-1.5E21'],
  [formatTick, 5e28, '5E28'],
  [formatAmount, 0, '0'],
  [formatAmount, 0.00123456, '0.00123'],
  [formatAmount, -0.000_001_5, '-0.0000015'],
  [formatAmount, 0.3, '0.3'],
  [formatAmount, 1.005e-18, '1.01E-18'],
  [formatHeadline, 0.0004, '0.0004'],
  [formatTick, 0.002, '0.002'],
])('%o formats %s as %s', (format, value, text) => {
  expect(format(value)).toBe(text);
});

it.each([
  [
    [402.1, 165, 145.2],
    ['402.1', '165.0', '145.2'],
  ],
  [
    [1_234.567, 0.3, 0],
    ['1,234.57', '0.30', '0.00'],
  ],
  [
    [3, 12, 0],
    ['3', '12', '0'],
  ],
  [
    [402.1, 0.00123456, 1.5e21],
    ['402.1', '0.00123', '1.5E21'],
  ],
  [[], []],
])('formats the column %j as %j', (column, texts) => {
  expect(column.map(formatAmounts(column))).toEqual(texts);
});

it.each([
  [110, 100, '+10%'],
  [100, 100, '0%'],
  [5, -10, '+150%'],
  [-20, -10, '-100%'],
  [5, 0, undefined],
  [0, 0, undefined],
  [1e29, 12, undefined],
])('formats the change to %s from %s as %s', (now, before, text) => {
  expect(formatChange(now, before)).toBe(text);
});
