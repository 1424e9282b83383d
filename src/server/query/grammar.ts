// What the parts of the translation share: the tokens, the views, and each other.
import type { DateRange } from '../analytics/date-range.js';
import { quoteLiteral } from '../database/analytics/sql-parameters.js';
import type { Ctes } from './ctes.js';
import type { Growth } from './growth.js';
import type { QueryZones } from './known-zones.js';
import type { TokenReader } from './token-reader.js';
import type { Token } from './tokenize.js';
import type { QueryView } from './views.js';

/**
 * Each parser reads tokens and answers SQL that it wrote itself: constants, names and texts quoted
 * anew, functions and types of an allow-list. No part of the query is passed on as it stands.
 */
export interface Grammar {
  readonly tokens: TokenReader;
  readonly views: ReadonlyMap<string, QueryView>;
  readonly ctes: Ctes;
  readonly growth: Growth;
  /** What `{date_from}` and `{date_to}` stand for. */
  readonly days: DateRange;
  /** What the query calls the tables of its FROM clauses, as far as they were read. */
  readonly tableNames: Set<string>;
  readonly zones: QueryZones;
  expression(): string;
  /** An expression that ends before IN, and before any comparison. */
  operand(): string;
  /** A SELECT or several joined by UNION, without brackets around. */
  query(): string;
}

/** Words that are names only in quotes, so that a keyword behind an expression is not read as its alias. */
const RESERVED = new Set(
  `ALL AND ANTI ANY ARRAY AS ASC ASOF BETWEEN BY CASE CROSS DESC DESCRIBE DISTINCT ELSE END EXCEPT
  EXISTS FETCH FINAL FOLLOWING FORMAT FROM FULL GLOBAL GROUP HAVING ILIKE IN INNER INTERSECT INTO IS
  JOIN LEFT LIKE LIMIT NOT NULL NULLS OFFSET ON OR ORDER OUTER OUTFILE OVER PASTE PARTITION PRECEDING
  PREWHERE QUALIFY RANGE RIGHT ROWS SAMPLE SELECT SEMI SET SETTINGS THEN TIES UNION USING WHEN WHERE
  WINDOW WITH`.split(/\s+/),
);

/** Names of ours begin so: no name in a query may be taken for one of them. */
const OWN_PREFIX = /^_ct/i;
const QUOTABLE = /^[\p{L}\p{N}_ .,:%()/+&$#@!?<>=|*-]{1,128}$/u;

/** Reserved words that are names where a value is expected, since no syntax begins with them there. */
const NAMES_OF_VALUES = new Set(
  'END FETCH FOLLOWING FORMAT OUTFILE PRECEDING RANGE ROWS SAMPLE SET TIES WINDOW'.split(' '),
);

export const isName = ({ kind, text }: Token): boolean =>
  kind === 'name' || (kind === 'word' && !RESERVED.has(text.toUpperCase()));

export const isNameOfValue = (token: Token): boolean =>
  isName(token) || (token.kind === 'word' && NAMES_OF_VALUES.has(token.text.toUpperCase()));

/** What may follow AS: `max(timestamp) AS end`. */
const isAnyWord = ({ kind }: Token): boolean => kind === 'name' || kind === 'word';

/** Takes a name that the caller has written, if it is one that we can quote. */
export function takeName(
  { tokens }: Pick<Grammar, 'tokens'>,
  what: string,
  isTaken: (token: Token) => boolean = isName,
): string {
  const token = tokens.peek();
  if (!isTaken(token)) return tokens.fail(`${what} is expected here`);
  if (OWN_PREFIX.test(token.value)) return tokens.fail('names that begin with _ct are reserved');
  if (!QUOTABLE.test(token.value))
    return tokens.fail('this name is too long or has characters that are not supported');
  tokens.take();
  return token.value;
}

/** In backquotes; `takeName` lets no name pass that holds one or a backslash. */
export const quoteName = (name: string): string => `\`${name}\``;

export const quoteText = quoteLiteral;

/** What stands between commas, at least one. */
export function listOf<T>(tokens: TokenReader, parse: (place: number) => T): readonly T[] {
  const parts = [parse(0)];
  while (tokens.accepts(',')) parts.push(parse(parts.length));
  return parts;
}

export const asName = (name: string): string => ` AS ${quoteName(name)}`;

/** ` AS name`, or nothing. */
export function aliasOf(grammar: Pick<Grammar, 'tokens'>): string {
  if (grammar.tokens.accepts('AS')) return asName(takeName(grammar, 'an alias', isAnyWord));
  return isName(grammar.tokens.peek()) ? asName(takeName(grammar, 'an alias')) : '';
}

/** Whether the next token is a whole argument of a call. */
export const isLone = ({ tokens }: Pick<Grammar, 'tokens'>): boolean =>
  [',', ')'].includes(tokens.peek(1).text);

/** The text of the next argument, where that is a string or a name that WITH gave to one. Takes no token. */
export function loneText(grammar: Pick<Grammar, 'tokens' | 'ctes'>): string | undefined {
  const token = grammar.tokens.peek();
  if (!isLone(grammar)) return undefined;
  if (token.kind === 'string') return token.value;
  return isName(token) ? grammar.ctes.textOf(token.value) : undefined;
}
