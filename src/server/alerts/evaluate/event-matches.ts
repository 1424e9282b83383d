// Reads the events that match an alert's filters.
import type { AlertFilter } from '../../../protocol/alerts/alert.js';
import { statement } from '../../analytics/statement.js';
import type { AnalyticsDatabase } from '../../database/ports.js';
import { eventConditions, eventFilterSql } from '../event-filters.js';
import { IN_WINDOW, type Match, matchHash, type Window, windowParams } from './match.js';
import { type ReadPage, readPages } from './read-pages.js';

interface EventRow {
  readonly at: string;
  readonly message_id: string;
  readonly properties: string;
  readonly [column: string]: string | number;
}

const SHOWN = [
  ...['type', 'event', 'message_id', 'anonymous_id', 'user_id', 'session_id', 'address'],
  ...['location', 'device', 'browser', 'os', 'referrer', 'ref', 'page_url', 'page_path'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'channel_type'],
] as const;

const COLUMNS = [
  'toString(e.stored_at) AS at',
  "concat(replaceOne(toString(e.timestamp), ' ', 'T'), 'Z') AS timestamp_iso",
  ...SHOWN.map((name) => `e.${name}::String AS ${name}`),
  'e.revenue AS revenue, e.volume AS volume, e.points AS points',
  'e.properties AS properties',
].join(', ');

/** Page by page, in the order in which events were stored. The same event may be read twice. */
export async function* eventMatches(
  database: Pick<AnalyticsDatabase, 'query'>,
  filters: readonly AlertFilter[],
  { window, size: most }: { readonly window: Window; readonly size: number },
): AsyncGenerator<readonly Match[]> {
  const conditions = eventConditions(filters);
  const { sql, params } = statement(
    (bind) => `SELECT ${COLUMNS} FROM events AS e
WHERE ${IN_WINDOW}
  AND (e.stored_at > {at:DateTime64(3, 'UTC')}
    OR (e.stored_at = {at:DateTime64(3, 'UTC')} AND e.message_id > {message:String}))
  AND ${eventFilterSql(conditions, bind)}
ORDER BY e.stored_at, e.message_id LIMIT 1 BY e.stored_at, e.message_id LIMIT {size:UInt32}`,
  );
  const read: ReadPage<EventRow> = async (last, size, options) => {
    const { at = window.after, message_id: message = '' } = last ?? {};
    const values = { ...params, ...windowParams(window), at, message, size };
    return (await database.query<EventRow>(sql, values, options)).data;
  };
  for await (const rows of readPages(read, most)) yield rows.map(matchOf);
}

/** Empty text columns mean unknown, and become null. */
function matchOf(row: EventRow): Match {
  const texts = SHOWN.map((name) => [name, row[name] === '' ? null : row[name]] as const);
  return {
    hash: matchHash('event', row.message_id),
    data: {
      ...Object.fromEntries(texts),
      timestamp: row.timestamp_iso,
      revenue: row.revenue,
      volume: row.volume,
      points: row.points,
      properties: propertiesOf(row.properties),
    },
  };
}

function propertiesOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
