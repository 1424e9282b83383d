// Turns a query of a caller's into SQL of ours, or refuses it with the word at fault.
import { QUERY_LIMIT } from '../../protocol/limits.js';
import type { DateRange } from '../analytics/date-range.js';
import { createCtes } from './ctes.js';
import { expression, operand } from './expressions.js';
import type { Grammar } from './grammar.js';
import { createGrowth } from './growth.js';
import { createTimeZones, type QueryZones } from './known-zones.js';
import { limitClause, query, statement } from './selects.js';
import { createTokenReader } from './token-reader.js';
import { type QueryView, queryViews } from './views.js';

export interface Translated {
  /** Reads `{projects:Array(String)}`. */
  readonly sql: string;
  readonly limit: number;
  readonly offset: number;
}

/** More rows than there are: with a LIMIT of its own, the engine counts the rows that come out of a subquery. */
const ALL_ROWS = 1_000_000_000_000;

/** A sort within the query: the engine would count the rows there, unless they are sorted again after it. */
const SORTS = / (?:ORDER BY|OVER) /;

export interface TranslateOptions {
  /** Default: those of a workspace's own data. */
  readonly views?: readonly QueryView[];
  /** `LIMIT` of a query that has none. Default: `QUERY_LIMIT.default`. */
  readonly rows?: number | undefined;
  /** What `{date_from}` and `{date_to}` stand for. */
  readonly days: DateRange;
  /** Which time zones it may name. Default: as if none had been named yet. */
  readonly zones?: QueryZones;
}

/** @throws {DomainError} BAD_REQUEST naming the word and its place */
export function translate(
  text: string,
  {
    views = queryViews,
    rows = QUERY_LIMIT.default,
    days,
    zones = createTimeZones()(''),
  }: TranslateOptions,
): Translated {
  const tokens = createTokenReader(text);
  const grammar: Grammar = {
    tokens,
    days,
    views: new Map(views.map((view) => [view.name, view])),
    ctes: createCtes(),
    growth: createGrowth(tokens),
    tableNames: new Set(),
    zones,
    expression: () => expression(grammar),
    operand: () => operand(grammar),
    query: () => query(grammar),
  };
  if (!['SELECT', 'WITH', '('].some((word) => tokens.sees(word))) {
    tokens.fail('a query begins with SELECT or WITH');
  }
  const { sql, limit = rows, offset = 0, ...kind } = statement(grammar);
  tokens.accepts(';');
  if (tokens.peek().kind !== 'end') tokens.fail('the query should end here');
  if (limit > QUERY_LIMIT.maximum) tokens.fail(`LIMIT must be at most ${QUERY_LIMIT.maximum}`);
  zones.keep();
  // Not always wrapped: of a plain table the engine would read every column of every row, only to count them.
  const isWrapped = kind.isWrapped || (!kind.isOrdered && SORTS.test(sql));
  const whole = isWrapped ? `SELECT * FROM (${sql}${limitClause(ALL_ROWS, undefined)})` : sql;
  return { sql: whole + limitClause(limit, offset), limit, offset };
}
