// Builds a SQL statement: values are bound as parameters while its text is written.
import type { SqlValue } from '../database/ports.js';

export interface Statement {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** Binds a value, and returns the placeholder for the text: `{p0:String}`. */
export type Bind = (value: SqlValue, type: string) => string;

export const statement = (write: (bind: Bind) => string): Statement => {
  const params: Record<string, SqlValue> = {};
  let count = 0;
  const sql = write((value, type) => {
    const name = `p${count++}`;
    params[name] = value;
    return `{${name}:${type}}`;
  });
  return { sql, params };
};
