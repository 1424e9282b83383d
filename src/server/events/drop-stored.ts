// Removes events from a journal segment that the events table already has from another request.
//
// The table itself would merge both into one row, but the rollups would count them twice. Such rows come when a
// sender retries with another process, or later than this one remembers the id (decision N-62).
import { readFile } from 'node:fs/promises';
import type { AnalyticsDatabase } from '../database/ports.js';
import { type RowNames, readRowNames } from './journal/read-row-names.js';
import { replaceFile } from './journal/replace-file.js';
import type { Segment } from './journal/segment.js';

const DAY_MS = 86_400_000;

/**
 * Half of the tables' deduplication window, since the rollups' tables may receive more blocks than are counted here.
 */
const LOADS_REMEMBERED = 500;

type StoredRow = Omit<RowNames, 'original_timestamp'>;

interface FoundRow extends StoredRow {
  /** `YYYY-MM-DD hh:mm:ss.sss`, by the clock of the database. */
  readonly stored: string;
}

const keyOf = ({ project_id, message_id }: StoredRow): string => `${project_id}\n${message_id}`;

/** Identifies the request that brought an event: no process accepts an id twice within one millisecond. */
const requestOf = ({ received_at, received_by }: StoredRow): string =>
  `${received_at} ${received_by}`;

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** The days under which the table may hold an event: its `event_date` follows the sender's clock. */
const daysOf = ({ original_timestamp, received_at }: RowNames): readonly string[] => {
  const day = original_timestamp.slice(0, 10);
  // An event without a time of its own gets the day of its arrival, and a retry may arrive on the next day.
  if (original_timestamp !== received_at) return [day];
  return [day, new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)];
};

const readStored = async (
  rows: readonly RowNames[],
  ids: readonly string[],
  analytics: Pick<AnalyticsDatabase, 'query'>,
): Promise<readonly FoundRow[]> => {
  // The ids go as one text of JSON: in an Array(String) parameter each of them would pass three parsers, which
  // took longer than the lookup in the table.
  const { data } = await analytics.query<FoundRow & { readonly received: string }>(
    `SELECT CAST(project_id, 'String') AS project_id, message_id,
  CAST(received_by, 'String') AS received_by, toString(received_at) AS received,
  toString(stored_at) AS stored
FROM events
WHERE events.project_id IN {projects:Array(String)} AND event_date IN {days:Array(Date)}
  AND message_hash IN (SELECT sipHash64(arrayJoin(JSONExtract({ids:String}, 'Array(String)'))))`,
    {
      projects: distinct(rows.map(({ project_id }) => project_id)),
      days: distinct(rows.flatMap(daysOf)),
      ids: JSON.stringify(ids),
    },
  );
  return data.map(({ received, ...row }) => ({ ...row, received_at: received }));
};

/**
 * Whether so much was loaded since rows of this segment were stored that the engine may have forgotten its token.
 * That happens when other processes go on loading after a kill of this one.
 */
const isForgotten = async (
  rows: readonly RowNames[],
  stored: readonly FoundRow[],
  { analytics, remembered }: Remembering,
): Promise<boolean> => {
  const requests = new Set(rows.map(requestOf));
  const [first] = stored.flatMap((row) => (requests.has(requestOf(row)) ? row.stored : [])).sort();
  if (first === undefined) return false;
  const { data } = await analytics.query<{ readonly loads: number }>(
    `SELECT uniqExact(toYYYYMM(event_date), stored_at) AS loads FROM events
WHERE stored_at > {first:DateTime64(3, 'UTC')}`,
    { first },
  );
  return (data[0]?.loads ?? 0) >= remembered;
};

/**
 * Positions of the rows that repeat an earlier row of the file, or one that the table has from another request.
 *
 * @param isTokenKnown whether the engine recognises a repeated load of this segment
 */
const findRepeated = (
  rows: readonly RowNames[],
  stored: readonly StoredRow[],
  isTokenKnown: boolean,
): ReadonlySet<number> => {
  const requests = new Map<string, Set<string>>();
  for (const row of stored) {
    const key = keyOf(row);
    requests.set(key, (requests.get(key) ?? new Set()).add(requestOf(row)));
  }
  const seen = new Set<string>();
  const isRepeated = (row: RowNames): boolean => {
    const key = keyOf(row);
    if (seen.has(key)) return true;
    seen.add(key);
    // Rows that the table has from this very segment stay: a kill may have left the rollups without them, and
    // a repeated load completes the rollups only when the file is the same as before. But a load that the engine
    // does not recognise would count them twice.
    const found = requests.get(key);
    return found !== undefined && !(isTokenKnown && found.has(requestOf(row)));
  };
  return new Set(rows.flatMap((row, place) => (isRepeated(row) ? [place] : [])));
};

interface Remembering {
  readonly analytics: Pick<AnalyticsDatabase, 'query'>;
  readonly remembered: number;
}

/**
 * @param remembered of how many of the latest loads the engine knows the tokens, at least
 * @returns how many rows were taken out of the segment's file
 */
export async function dropStored(
  { path }: Pick<Segment, 'path'>,
  analytics: Pick<AnalyticsDatabase, 'query'>,
  remembered = LOADS_REMEMBERED,
): Promise<number> {
  const rows = await readRowNames(path);
  if (rows.length === 0) return 0;
  const ids = distinct(rows.map(({ message_id }) => message_id));
  const stored = await readStored(rows, ids, analytics);
  // The usual case: nothing is repeated, so the rows need not be compared one by one.
  if (stored.length === 0 && ids.length === rows.length) return 0;
  const isTokenKnown = !(await isForgotten(rows, stored, { analytics, remembered }));
  const repeated = findRepeated(rows, stored, isTokenKnown);
  if (repeated.size === 0) return 0;
  const lines = (await readFile(path, 'utf8')).split('\n');
  await replaceFile(path, lines.filter((_, place) => !repeated.has(place)).join('\n'));
  return repeated.size;
}
