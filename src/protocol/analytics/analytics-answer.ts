// What all analytics questions share: their days and project, the page of rows, the answer around them.
import { ANALYTICS_LIMIT, ANALYTICS_OFFSET } from '../limits.js';
import { projectQuery } from '../profiles/profile.js';
import {
  array,
  integer,
  number,
  type Optional,
  object,
  optional,
  type Schema,
  string,
} from '../schema.js';

/** A range of days; both ends inclusive, UTC. */
export const dateRange = {
  date_from: optional(
    string({ format: 'date', description: 'First day. Default: 7 days before date_to.' }),
  ),
  date_to: optional(string({ format: 'date', description: 'Last day. Default: today (UTC).' })),
};

/** What every analytics question takes: its days, and whose events it is about. */
export const questionQuery = { ...dateRange, ...projectQuery };

/** The page of rows that a ranked analytics question answers. */
export const rowRange = {
  limit: optional(
    integer({ ...ANALYTICS_LIMIT, description: 'Maximum number of rows to return.' }),
  ),
  offset: optional(integer({ ...ANALYTICS_OFFSET, description: 'Rows to skip.' })),
};

/** Columns that a row may have, by name: those that its question asked for. */
export const askedColumns = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, optional(string())])) as Record<
    N,
    Optional<string>
  >;

/** The counts in rows about visits. */
export const visitCounts = {
  hits: integer({ description: 'Page views; with filters on events, the events that match.' }),
  sessions: integer({ description: 'Distinct session ids.' }),
  visitors: integer({ description: 'Distinct anonymous ids.' }),
};

/** What is said of a column of answered rows. */
export const columnSchema = object(
  {
    name: string({ description: 'Column.' }),
    type: string({ description: 'Database type, such as String, UInt64, Date.' }),
  },
  { title: 'Column' },
);

/** `{ data, meta, rows, rows_before_limit_at_least, statistics }` around rows of one shape. */
export const analyticsAnswer = <T>(row: Schema<T>) =>
  object({
    data: array(row),
    meta: array(columnSchema),
    rows: integer({ minimum: 0, description: 'Rows in `data`.' }),
    rows_before_limit_at_least: integer({
      minimum: 0,
      description: 'Number of rows before the limit is applied; a lower bound.',
    }),
    statistics: object({
      elapsed: number({ description: 'Seconds that the query took in the database.' }),
      rows_read: integer(),
      bytes_read: integer(),
    }),
  });
