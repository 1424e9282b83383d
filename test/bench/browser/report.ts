// Reports all contenders in one table and in bench.json, each value also as a multiple of ours.
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { fromRoot } from '../../support/project.js';
import type { Measures } from './measure.js';

type Figures = Measures & { readonly bundleBytes: number };

export interface Row {
  readonly name: string;
  /** Missing when it could not be installed. */
  readonly version?: string;
  readonly figures: Partial<Figures>;
  /** The reasons for missing values. */
  readonly reasons: readonly string[];
}

interface Column {
  readonly title: string;
  readonly key: keyof Figures;
  /** The divisor for display, such as 1,000 to show bytes as kB. */
  readonly unit?: number;
  readonly digits?: number;
  /** Set to false where the value is not compared with ours. */
  readonly isRatio?: false;
}

const COLUMNS: readonly Column[] = [
  { title: 'bundle, kB brotli', key: 'bundleBytes', unit: 1_000, digits: 1 },
  { title: 'track(), µs', key: 'callMicroseconds', digits: 1 },
  { title: '5,000 calls, ms', key: 'burstCallsMs' },
  { title: 'longest task, ms', key: 'longestTaskMs' },
  { title: 'long tasks, ms', key: 'longTasksMs' },
  { title: 'arrived of 5,000', key: 'arrivedOf5000', isRatio: false },
  { title: 'heap/10,000, kB', key: 'heapBytesPer10000', unit: 1_000 },
  { title: 'wire bytes/event', key: 'wireBytesPerEvent' },
];

const toCell = (column: Column, { figures }: Row, ours: Row | undefined): string => {
  const value = figures[column.key];
  if (value === undefined) return '-';
  const shown = (value / (column.unit ?? 1)).toFixed(column.digits ?? 0);
  const base = ours?.figures[column.key];
  if (column.isRatio === false || base === undefined || base <= 0) return shown;
  return `${shown} (x${(value / base).toFixed(2)})`;
};

const findRatios = ({ figures }: Row, ours: Row | undefined) =>
  Object.fromEntries(
    COLUMNS.flatMap(({ key, isRatio }) => {
      const [value, base] = [figures[key], ours?.figures[key]];
      if (isRatio === false || value === undefined || base === undefined || base <= 0) return [];
      return [[key, Number((value / base).toFixed(3))]];
    }),
  );

const printTable = (rows: readonly Row[], ours: Row | undefined): void => {
  const cells = [
    ['', ...COLUMNS.map(({ title }) => title), 'not measured'],
    ...rows.map((row) => [
      [row.name, row.version ?? ''].join(' ').trim(),
      ...COLUMNS.map((column) => toCell(column, row, ours)),
      row.reasons.join('; '),
    ]),
  ];
  const widths = cells[0]?.map((_, n) => Math.max(...cells.map((line) => line[n]?.length ?? 0)));
  for (const line of cells) {
    console.log(
      line
        .map((cell, n) => cell.padEnd(widths?.[n] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
};

/** Prints the table and writes `bench.json`. Other rows are compared with the values of `ours`. */
export const report = (rows: readonly Row[], ours: Row | undefined, browser: string): void => {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${arch()}`,
    node: process.version,
    browser,
  };
  const date = new Date().toISOString();
  console.log(`\n${date}, ${Object.values(machine).join(', ')}`);
  console.log('Bursts of 5,000 calls ran on a CPU slowed down 4 times.\n');
  printTable(rows, ours);
  const withRatios = rows.map((row) => ({ ...row, ratios: findRatios(row, ours) }));
  writeFileSync(
    fromRoot('bench.json'),
    `${JSON.stringify({ date, machine, rows: withRatios }, null, 2)}\n`,
  );
};
