// A complete ranking can be searched by names and codes, and sorted by each column.
import { describe, expect, it } from 'vitest';
import { type Ranked, shownRows } from '../../src/dashboard/state/ranked-rows.js';

interface Row {
  readonly code: string;
  readonly name: string;
  readonly visitors: number;
  readonly sessions: number;
}

const ROWS: readonly Row[] = [
  { code: 'DE', name: 'Germany', visitors: 3, sessions: 9 },
  { code: 'CH', name: 'Switzerland', visitors: 7, sessions: 7 },
  { code: 'NG', name: 'Nigeria', visitors: 3, sessions: 4 },
];
const RANKED: Ranked<Row> = {
  keyOf: ({ code }) => code,
  nameOf: ({ name }) => name,
  counts: [
    { title: 'Visitors', value: ({ visitors }) => visitors },
    { title: 'Sessions', value: ({ sessions }) => sessions },
  ],
};

const shown = (find: string, by: string, dir: 'asc' | 'desc' = 'desc') =>
  shownRows(ROWS, RANKED, { find, by, dir }).map(({ code }) => code);

describe('a ranking', () => {
  it.each([
    ['Visitors', 'desc', ['CH', 'DE', 'NG']],
    ['Visitors', 'asc', ['DE', 'NG', 'CH']],
    ['Sessions', 'desc', ['DE', 'CH', 'NG']],
    ['Country', 'asc', ['DE', 'NG', 'CH']],
    ['Country', 'desc', ['CH', 'NG', 'DE']],
  ] as const)('is sorted by %s, %s', (by, dir, codes) => {
    expect(shown('', by, dir)).toEqual(codes);
  });

  it('is searched by names and codes, in any letter case', () => {
    expect(shown(' gER ', 'Visitors')).toEqual(['DE', 'NG']);
    expect(shown('ch', 'Visitors')).toEqual(['CH']);
    expect(shown('Atlantis', 'Visitors')).toEqual([]);
  });

  it('does not change the rows themselves', () => {
    const before = [...ROWS];
    shown('', 'Sessions', 'asc');
    expect(ROWS).toEqual(before);
  });
});
