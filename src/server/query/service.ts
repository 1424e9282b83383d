// Answers a query: translates and runs it, and rewords errors of the engine so that they fit the caller's query.
import { type AskedRange, dateRange } from '../analytics/date-range.js';
import { DatabaseQueryError, StatementHungError } from '../database/database-errors.js';
import { noMemoryLeft } from '../errors/no-memory-left.js';
import { MOST_ANSWER_BYTES } from '../limits/most-answer-bytes.js';
import { createRunningLimit } from '../limits/running-limit.js';
import { createHungQueries } from './hung-queries.js';
import { createTimeZones } from './known-zones.js';
import { wrongQuery } from './refuse.js';
import { QUERY_SECONDS, type QueryStore } from './store.js';
import { translate } from './translate.js';

export interface QueryAnswer {
  data: Record<string, unknown>[];
  meta: { name: string; type: string }[];
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

export interface QueryService {
  /**
   * @throws {DomainError} BAD_REQUEST for anything but one SELECT within the bounds,
   * INVALID_VALIDATION_REQUEST for days that are no range, SERVICE_UNAVAILABLE while all memory is taken
   */
  run(query: string, asker: Asker, options?: QueryOptions): Promise<QueryAnswer>;
  /**
   * Checks a query that is stored, to be run later.
   *
   * @throws {DomainError} BAD_REQUEST for what `run` would refuse whatever the data
   */
  check(query: string): void;
}

export interface QueryOptions {
  /** `LIMIT` of a query that has none. Default: `QUERY_LIMIT.default`. */
  readonly rows?: number;
  /** What `{date_from}` and `{date_to}` stand for. Default: the same days as in all analytics requests. */
  readonly days?: AskedRange;
  /** Bytes of JSON that the answer may have. Default 48 MB. */
  readonly mostBytes?: number;
  /** How long to wait for a place among the workspace's queries. Milliseconds, default 5 s. */
  readonly waitMs?: number;
}

/** Whose query it is, and what it may see. */
export interface Asker {
  readonly workspaceId: string;
  readonly projectIds: readonly string[];
}

/** Queries of one workspace that run at once, so that heavy ones leave the engine free for everything else. */
const MOST_RUNNING = 3;
/** One page may send more queries than that at the same moment, and two open pages always do: the others wait. */
const PATIENCE_MS = 5_000;

/** @param now milliseconds since 1970; default: the clock */
export function createQueryService(store: QueryStore, now: () => number = Date.now): QueryService {
  const inTurn = createRunningLimit({
    most: MOST_RUNNING,
    what: 'queries',
    retryAfterSeconds: 1,
  });
  const hung = createHungQueries();
  const zonesOf = createTimeZones();

  return {
    check(query) {
      translate(query, { days: dateRange({}, now()) });
    },
    async run(query, { workspaceId, projectIds }, options = {}) {
      const {
        rows: most,
        days = {},
        mostBytes = MOST_ANSWER_BYTES,
        waitMs = PATIENCE_MS,
      } = options;
      const range = dateRange(days, now(), 'body');
      const zones = zonesOf(workspaceId);
      const { sql, limit, offset } = translate(query, { rows: most, days: range, zones });
      const work = async () => {
        // Checked when its turn has come: it may have waited for the same query, which hung.
        hung.check(workspaceId, query);
        return store.run(sql, projectIds, mostBytes).catch((error) => {
          if (error instanceof StatementHungError) hung.add(workspaceId, query);
          throw error;
        });
      };
      const result = await inTurn(workspaceId, work, waitMs).catch((error) => {
        throw inOurWords(error);
      });
      const { data, meta, rows, rows_before_limit_at_least: total = offset + rows } = result;
      return {
        data: [...data],
        meta: meta.map(({ name, type }) => ({ name, type })),
        total,
        limit,
        offset,
        has_more: offset + rows < total,
      };
    },
  };
}

const TOO_LONG = `The query takes longer than ${QUERY_SECONDS} s. Narrow it by timestamp.`;

/** Instead of the engine's own message, which would show the text. */
const UNREADABLE =
  'The query cannot be run: a string cannot be converted to the type asked for. Use a function that allows this, such as toInt64OrNull.';

/** Messages by the engine's error code, where its own would say too much or too little. */
const WORDED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    '6 26 27 32 33 38 41 72 349 376 407 441 467 676'.split(' ').map((code) => [code, UNREADABLE]),
  ),
  '60': 'The query names a table that does not exist.',
  // A syntax error: in what the translation lets through, only functions have a syntax of their own.
  '62': 'The query cannot be run: a function has too few arguments, or arguments that it does not accept.',
  '81': 'The query names a table that does not exist.',
  '158': 'The query reads too many rows. Narrow it by timestamp.',
  '159': TOO_LONG,
  '160': TOO_LONG,
  '191': 'A join or list of the query has too many rows. Narrow it by timestamp.',
  '241': 'The query needs more memory than one query may use. Narrow it by timestamp.',
  '307': 'The query reads too many bytes. Narrow it by timestamp.',
  '396': 'The answer of the query is too large. Select fewer rows or columns.',
};

/**
 * Error codes for failures of the server and its files: they are not reported as faults of the query, and neither are
 * those of a database that is away, which come as another error.
 */
const NOT_OF_THE_QUERY = new Set(
  '40 49 74 75 76 107 226 228 234 246 271 497 1000 1001 1002'.split(' '),
);

const MOST_SHOWN = 300;

function inOurWords(error: unknown): unknown {
  if (error instanceof StatementHungError) return wrongQuery(TOO_LONG, error);
  if (!(error instanceof DatabaseQueryError) || error.code === null) return error;
  const busy = noMemoryLeft(error, 'narrow the query by timestamp');
  if (busy !== undefined) return busy;
  const worded = WORDED[error.code];
  if (worded !== undefined) return wrongQuery(worded, error);
  if (NOT_OF_THE_QUERY.has(error.code)) return error;
  return wrongQuery(`The query cannot be run: ${complaint(error.message)}.`, error);
}

/** What the engine says of the query, without the SQL that was made of it. */
const complaint = (message: string): string =>
  message
    .replace(/^[\s\S]*?DB::Exception: /, '')
    .replace(/\b_ct_\w+/g, 'query')
    .split(/ in scope |: While |: while |\. \(|\(version|In scope/)[0]
    ?.trim()
    .replace(/[.:]$/, '')
    .slice(0, MOST_SHOWN) ?? 'the database refused it';
