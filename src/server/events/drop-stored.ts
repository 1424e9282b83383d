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

type StoredRow = Omit<RowNames, 'original_timestamp'>;

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
): Promise<readonly StoredRow[]> => {
  // The ids go as one text of JSON: in an Array(String) parameter each of them would pass three parsers, which
  // took longer than the lookup in the table.
  const { data } = await analytics.query<StoredRow & { readonly received: string }>(
    `SELECT CAST(project_id, 'String') AS project_id, message_id,
  CAST(received_by, 'String') AS received_by, toString(received_at) AS received
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

/** Positions of the rows that repeat an earlier row of the file, or one that the table has from another request. */
const findRepeated = (
  rows: readonly RowNames[],
  stored: readonly StoredRow[],
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
    // a repeated load completes the rollups only when the file is the same as before.
    return requests.get(key)?.has(requestOf(row)) === false;
  };
  return new Set(rows.flatMap((row, place) => (isRepeated(row) ? [place] : [])));
};

/** @returns how many rows were taken out of the segment's file */
export async function dropStored(
  { path }: Pick<Segment, 'path'>,
  analytics: Pick<AnalyticsDatabase, 'query'>,
): Promise<number> {
  const rows = await readRowNames(path);
  if (rows.length === 0) return 0;
  const ids = distinct(rows.map(({ message_id }) => message_id));
  const stored = await readStored(rows, ids, analytics);
  // The usual case: nothing is repeated, so the rows need not be compared one by one.
  if (stored.length === 0 && ids.length === rows.length) return 0;
  const repeated = findRepeated(rows, stored);
  if (repeated.size === 0) return 0;
  const lines = (await readFile(path, 'utf8')).split('\n');
  await replaceFile(path, lines.filter((_, place) => !repeated.has(place)).join('\n'));
  return repeated.size;
}
