// Takes events out of a segment that the table has from elsewhere, so that nothing counts them twice.
//
// The table itself would merge them into one row; what is summed up on arrival would not. They come when
// a sender repeats an event to another process, or later than this one remembers (decision N-62).
import { readFile } from 'node:fs/promises';
import type { AnalyticsDatabase } from '../database/ports.js';
import { type RowNames, readRowNames } from './journal/read-row-names.js';
import { replaceFile } from './journal/replace-file.js';
import type { Segment } from './journal/segment.js';

const DAY_MS = 86_400_000;

type StoredRow = Omit<RowNames, 'original_timestamp'>;

const keyOf = ({ project_id, message_id }: StoredRow): string => `${project_id}\n${message_id}`;

/** Of an event of this request, and no other: a process takes no id twice within a millisecond. */
const requestOf = ({ received_at, received_by }: StoredRow): string =>
  `${received_at} ${received_by}`;

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** The days on which the table may have an event: it is sorted by the sender's clock. */
const daysOf = ({ original_timestamp, received_at }: RowNames): readonly string[] => {
  const day = original_timestamp.slice(0, 10);
  // Of a sender that says no time it is the day of arrival, and a repetition may arrive on the next.
  if (original_timestamp !== received_at) return [day];
  return [day, new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)];
};

const readStored = async (
  rows: readonly RowNames[],
  ids: readonly string[],
  analytics: Pick<AnalyticsDatabase, 'query'>,
): Promise<readonly StoredRow[]> => {
  // A text of JSON: in a parameter of its own type each id would pass three parsers, which took longer than
  // the look at the table.
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

/** Which rows of a file repeat what the table has from elsewhere, or what stands before them: their places. */
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
    // What the table has from this very file stays in it: a kill may have left the rollups without it,
    // and the repeated load fills it in only when it is the same as before.
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
  // As almost always: then no row needs a look of its own.
  if (stored.length === 0 && ids.length === rows.length) return 0;
  const repeated = findRepeated(rows, stored);
  if (repeated.size === 0) return 0;
  const lines = (await readFile(path, 'utf8')).split('\n');
  await replaceFile(path, lines.filter((_, place) => !repeated.has(place)).join('\n'));
  return repeated.size;
}
