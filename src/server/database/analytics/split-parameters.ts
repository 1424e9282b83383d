// Splits parameters that exceed ClickHouse's limit, and makes the statement join the pieces again.
import type { SqlValue } from '../ports.js';
import { encodeElement, encodeField, type SqlParameters } from './sql-parameters.js';

/** A statement with its parameters. */
export interface BoundStatement {
  readonly sql: string;
  readonly params: SqlParameters;
}

/**
 * Below ClickHouse's limit of 131,072 bytes for a field of a URL or form. A request cannot raise it:
 * `http_max_field_value_size` applies before the request's own settings do.
 */
const FIELD_BYTES = 100_000;

/** A character takes at most four bytes, both in UTF-8 and as an escape. */
const PIECE_OF_TEXT = new RegExp(`[^]{1,${FIELD_BYTES / 4}}`, 'gu');

const piecesOfList = (list: readonly (string | number)[]): SqlValue[] => {
  const pieces: (string | number)[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const element of list) {
    const more = Buffer.byteLength(encodeElement(element)) + 1;
    if (bytes + more > FIELD_BYTES) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(element);
    bytes += more;
  }
  return pieces;
};

const piecesOf = (value: SqlValue): readonly SqlValue[] => {
  if (Buffer.byteLength(encodeField(value)) <= FIELD_BYTES) return [value];
  if (typeof value === 'string') return value.match(PIECE_OF_TEXT) ?? [value];
  return typeof value === 'object' && value !== null ? piecesOfList(value) : [value];
};

/** The same statement, with no parameter longer than a field may be. */
export const splitParameters = (statement: BoundStatement): BoundStatement => {
  const params: Record<string, SqlValue> = {};
  let { sql } = statement;
  for (const [name, value] of Object.entries(statement.params)) {
    const pieces = piecesOf(value);
    if (pieces.length === 1) {
      params[name] = value;
      continue;
    }
    const together = typeof value === 'string' ? 'concat' : 'arrayConcat';
    const names = pieces.map((_, place) => `${name}_piece_${place}`);
    for (const [place, piece] of pieces.entries()) params[names[place] ?? name] = piece;
    sql = sql.replaceAll(
      new RegExp(`\\{\\s*${name}\\s*:([^{}]+)\\}`, 'g'),
      (_, type) => `${together}(${names.map((piece) => `{${piece}:${type}}`).join(', ')})`,
    );
  }
  return { sql, params };
};
