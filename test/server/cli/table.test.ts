// Tables for the terminal: aligned columns, without control characters from data.
import { expect, it } from 'vitest';
import { minute, table } from '../../../src/server/cli/table.js';
import { isNumeric, valueCell } from '../../../src/server/cli/value-cell.js';

const columns = [
  ['id', ({ id }: { id: string; name: string }) => id],
  ['name', ({ name }: { id: string; name: string }) => name],
] as const;

it('aligns columns, without spaces at the end of lines', () => {
  const rows = [
    { id: '1', name: 'long name' },
    { id: '1000', name: 'x' },
  ];
  expect(table(rows, columns, '')).toBe('id    name\n1     long name\n1000  x\n');
});

it('prints as many rows as a query answers', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => ({ id: `${at}`, name: 'x' }));
  const printed = table(rows, columns, '');
  expect(printed.endsWith('\n199999  x\n')).toBe(true);
});

it('prints the given text where there are no rows', () => {
  expect(table([], columns, 'Nothing here.')).toBe('Nothing here.\n');
});

it('prints no control characters, which could move the cursor or hide a row', () => {
  const printed = table([{ id: '1', name: 'a\u001b[2Jb\nc\u202ed' }], columns, '');
  expect(printed.split('\n')).toHaveLength(3);
  for (const control of ['\u001b', '\u202e']) expect(printed).not.toContain(control);
});

it('writes times to the minute', () => {
  expect(minute('2026-01-31T09:05:59.999Z')).toBe('2026-01-31 09:05');
  expect(minute(null)).toBe('-');
});

it.each([
  [null, '-'],
  [undefined, '-'],
  ['', '-'],
  [0, '0'],
  [false, 'false'],
  [0.1 + 0.2, '0.3'],
  [1_234_567_890_123, '1234567890123'],
  [['a', { b: 1 }], '["a",{"b":1}]'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(57)}...`],
])('shows %j in a cell', (value, cell) => {
  expect(valueCell(value)).toBe(cell);
});

it('right-aligns only columns of numbers and nulls', () => {
  expect(isNumeric([1, null, 2.5])).toBe(true);
  for (const values of [[], ['1'], [1, '2'], [true]]) expect(isNumeric(values)).toBe(false);
});
