// An example query for each chart type that uses SQL: new charts begin with it, and it shows how one is written.
import type { ChartType } from '../../protocol/boards/chart.js';
import { VISITORS_SQL } from './filter-sql.js';

/** An SQL query, and the columns of its answer that are drawn. */
export interface SqlQuestion {
  readonly query: string;
  /** These name columns; they are empty where none is chosen yet. */
  readonly x: string;
  readonly y: readonly string[];
  readonly group: string;
}

const DAYS = 'BETWEEN {date_from} AND {date_to}';

const example = (query: string, y: readonly string[], x = '', group = ''): SqlQuestion => ({
  query,
  x,
  y,
  group,
});

const NONE = example('', []);

const EXAMPLES: Readonly<Partial<Record<ChartType, SqlQuestion>>> = {
  line: example(
    `SELECT toDate(timestamp) AS day,
  ${VISITORS_SQL} AS visitors,
  uniqExactIf(address, address != '') AS wallets
FROM events
WHERE day ${DAYS}
GROUP BY day
ORDER BY day`,
    ['visitors', 'wallets'],
    'day',
  ),
  bar: example(
    `SELECT location, count() AS sessions
FROM sessions
WHERE toDate(started) ${DAYS}
GROUP BY location
ORDER BY sessions DESC
LIMIT 10`,
    ['sessions'],
    'location',
  ),
  stacked: example(
    `SELECT toDate(started) AS day, channel_type, count() AS sessions
FROM sessions
WHERE day ${DAYS}
GROUP BY day, channel_type
ORDER BY day`,
    ['sessions'],
    'day',
    'channel_type',
  ),
  pie: example(
    `SELECT device, count() AS sessions
FROM sessions
WHERE toDate(started) ${DAYS}
GROUP BY device`,
    ['sessions'],
    '',
    'device',
  ),
  number: example(
    `SELECT count() AS sessions
FROM sessions
WHERE toDate(started) ${DAYS}`,
    ['sessions'],
  ),
  table: example(
    `SELECT address, sum(revenue) AS revenue, count() AS events
FROM events
WHERE address != '' AND toDate(timestamp) ${DAYS}
GROUP BY address
ORDER BY revenue DESC
LIMIT 20`,
    [],
  ),
};

export const exampleOf = (type: ChartType): SqlQuestion => EXAMPLES[type] ?? NONE;

export const isExample = (query: string): boolean =>
  Object.values(EXAMPLES).some((one) => one.query === query);
