// The application port on PGlite, which is Postgres inside this process.
import type { PGlite, PGliteOptions, Transaction } from '@electric-sql/pglite';
import { DatabaseQueryError, DatabaseUnavailableError } from '../database-errors.js';
import type { ApplicationDatabase, ApplicationSql, SqlValue } from '../ports.js';
import { DATE, isoTimestamp, TIMESTAMP, TIMESTAMP_WITH_ZONE } from './iso-time.js';

/** How values come out: instants as ISO 8601 text in UTC, days as `YYYY-MM-DD`. */
export const pgliteParsers: NonNullable<PGliteOptions['parsers']> = {
  [TIMESTAMP]: isoTimestamp,
  [TIMESTAMP_WITH_ZONE]: isoTimestamp,
  [DATE]: (text) => text,
};

/** Only Postgres' own errors have a severity; others that pass through a transaction keep their kind. */
const asQueryError = (error: unknown): unknown =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
    ? new DatabaseQueryError(error.message, error.code)
    : error;

const sqlOn = (connection: Pick<PGlite | Transaction, 'query'>): ApplicationSql => ({
  query: async <Row>(sql: string, params: readonly SqlValue[] = []) => {
    try {
      return (await connection.query<Row>(sql, [...params])).rows;
    } catch (error) {
      throw asQueryError(error);
    }
  },
});

/** The port. Closing it closes PGlite. */
export const createPgliteDatabase = (pglite: PGlite): ApplicationDatabase => {
  const requireOpen = (): PGlite => {
    if (pglite.closed) throw new DatabaseUnavailableError('The application database is closed.');
    return pglite;
  };
  return {
    query: async (sql, params) => sqlOn(requireOpen()).query(sql, params),
    transaction: async (work) => {
      try {
        return await requireOpen().transaction((transaction) => work(sqlOn(transaction)));
      } catch (error) {
        throw asQueryError(error);
      }
    },
    isReady: () =>
      sqlOn(pglite)
        .query('SELECT 1')
        .then(
          () => true,
          () => false,
        ),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
};
