// The application port on PGlite, which is Postgres inside this process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite, PGliteOptions, Transaction } from '@electric-sql/pglite';
import type { ApplicationDatabase, ApplicationSql, SqlValue } from '../ports.js';
import { READY_TIMEOUT_MS } from '../ready-timeout.js';
import { DATE, isoTimestamp, TIMESTAMP, TIMESTAMP_WITH_ZONE } from './iso-time.js';
import type { PgliteLives } from './pglite-lives.js';

/** How values come out: instants as ISO 8601 text in UTC, days as `YYYY-MM-DD`. */
export const pgliteParsers: NonNullable<PGliteOptions['parsers']> = {
  [TIMESTAMP]: isoTimestamp,
  [TIMESTAMP_WITH_ZONE]: isoTimestamp,
  [DATE]: (text) => text,
};

/** The port. Closing it closes PGlite. */
export const createPgliteDatabase = (lives: PgliteLives): ApplicationDatabase => {
  const sqlOn = (
    pglite: PGlite,
    connection: Pick<PGlite | Transaction, 'query'> = pglite,
  ): ApplicationSql => ({
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) => {
      // Whoever catches the end of a life must not go on with it: some statements never return then.
      lives.requireAlive(pglite);
      try {
        return (await connection.query<Row>(sql, [...params])).rows;
      } catch (error) {
        throw lives.failed(error);
      }
    },
  });
  let ping: Promise<boolean> | undefined;
  return {
    query: <Row>(sql: string, params?: readonly SqlValue[]) =>
      lives.run((pglite) => sqlOn(pglite).query<Row>(sql, params)),
    transaction: (work) =>
      lives.run((pglite) => pglite.transaction((transaction) => work(sqlOn(pglite, transaction)))),
    isReady: () => {
      // One for all who ask meanwhile: anybody may ask `/readyz`, as often as they like.
      ping ??= lives
        .run((pglite) => sqlOn(pglite).query('SELECT 1'))
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          ping = undefined;
        });
      // Slow is not hung: it waits for a transaction that somebody else is in.
      return Promise.race([ping, sleep(READY_TIMEOUT_MS, false, { ref: false })]);
    },
    close: lives.close,
  };
};
