// Checks that the daily rollups match the events in the table.
import { expect } from 'vitest';
import { rollupSelect } from '../../../src/server/database/analytics/migrations/0003-rollups.js';
import type { AnalyticsDatabase } from '../../../src/server/database/ports.js';

const FIGURES = {
  sessions_daily: `date, visit, max(is_session), arraySort(groupUniqArrayArray(visitors)),
    arraySort(groupUniqArrayArray(wallets)), min(started), max(ended), sum(events), sum(pageviews),
    sum(revenue), argMinMerge(entry_utm_source)`,
  events_daily: 'date, type, event, sum(hits), sum(revenue)',
  sources_daily: 'date, dimension, value, type, sum(hits), sum(revenue)',
  wallets_daily: 'date, address, sum(hits), arraySort(groupUniqArrayArray(sessions)), sum(revenue)',
} as const;
const TABLES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

type Database = Pick<AnalyticsDatabase, 'query'>;

const read = async (database: Database, table: keyof typeof FIGURES, from: string) => {
  const columns = FIGURES[table];
  const keys = columns.split(',').filter((one) => /^\s*\w+$/.test(one));
  const { data } = await database.query(
    `SELECT project_id, ${columns} FROM ${from} GROUP BY project_id, ${keys} ORDER BY project_id, ${keys}`,
  );
  return data;
};

export const expectTrueSums = async (database: Database): Promise<void> => {
  for (const table of TABLES) {
    const rows = await read(database, table, table);
    expect(rows).toEqual(await read(database, table, `(${rollupSelect(table, '1')})`));
    expect(rows).not.toEqual([]);
  }
};
