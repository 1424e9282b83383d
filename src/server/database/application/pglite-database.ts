// The application port on PGlite, which is Postgres inside this process.
import type { PGlite, PGliteOptions, Transaction } from '@electric-sql/pglite';
import type { ApplicationDatabase, ApplicationSql, SqlValue } from '../ports.js';
import { createReadiness } from '../readiness.js';
import { DATE, isoTimestamp, TIMESTAMP, TIMESTAMP_WITH_ZONE } from './iso-time.js';
import type { PgliteLives } from './pglite-lives.js';

/** Parsers that return instants as ISO 8601 text in UTC, and days as `YYYY-MM-DD`. */
export const pgliteParsers: NonNullable<PGliteOptions['parsers']> = {
  [TIMESTAMP]: isoTimestamp,
  [TIMESTAMP_WITH_ZONE]: isoTimestamp,
  [DATE]: (text) => text,
};

/** The application database on PGlite. Closing it closes PGlite. */
export const createPgliteDatabase = (lives: PgliteLives): ApplicationDatabase => {
  const sqlOn = (
    pglite: PGlite,
    connection: Pick<PGlite | Transaction, 'query'> = pglite,
  ): ApplicationSql => ({
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) => {
      try {
        return (await connection.query<Row>(sql, [...params])).rows;
      } catch (error) {
        throw lives.failed(error);
      }
    },
  });
  return {
    query: <Row>(sql: string, params?: readonly SqlValue[]) =>
      lives.run((pglite) => sqlOn(pglite).query<Row>(sql, params)),
    transaction: (work) =>
      lives.run((pglite) => pglite.transaction((transaction) => work(sqlOn(pglite, transaction)))),
    // PGlite is one connection, so this also waits for a transaction that somebody else has open.
    isReady: createReadiness(() => lives.run((pglite) => sqlOn(pglite).query('SELECT 1'))),
    close: lives.close,
  };
};
