// Refuses a Postgres server, at the start, where the application database would come to harm later.
import type pg from 'pg';
import { DatabaseUnfitError } from '../database-errors.js';
import { withConnection } from './postgres-database.js';

/** SQL_ASCII keeps the bytes as they are. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/** A pooler may by chance have two sessions free. */
const ROUNDS = 3;

const sessionOf = async (client: pg.PoolClient): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
};

/**
 * Two connections that are open at once have two sessions, unless a pooler lends one session to both: then a lock may be
 * released on another session than took it, and would be held until the pooler ends that.
 */
const requireOwnSessions = (one: pg.PoolClient, pool: pg.Pool): Promise<void> =>
  withConnection(pool, async (other) => {
    const ofOne = new Set<number | undefined>();
    const ofOther = new Set<number | undefined>();
    for (let round = 0; round < ROUNDS; round += 1) {
      ofOne.add(await sessionOf(one));
      ofOther.add(await sessionOf(other));
    }
    if ([...ofOne].every((session) => !ofOther.has(session))) return;
    throw new DatabaseUnfitError(
      'The pooler in front of Postgres lends one session to several clients, as PgBouncer does with pool_mode = transaction, ' +
        'while locks and settings belong to a session. ' +
        'Let APPLICATION_URL lead to a pool in session mode, or to the server itself.',
    );
  });

const requireEncoding = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    "SELECT current_database() AS name, current_setting('server_encoding') AS encoding",
  );
  const [database] = rows;
  if (database === undefined || ENCODINGS.includes(database.encoding)) return;
  throw new DatabaseUnfitError(
    `The database "${database.name}" of APPLICATION_URL has the encoding ${database.encoding}, which cannot hold all text. ` +
      "Create one with CREATE DATABASE ... TEMPLATE template0 ENCODING 'UTF8'.",
  );
};

/**
 * To be called before a lock is taken.
 *
 * @throws DatabaseUnfitError which says what to change
 */
export const requireFitServer = (pool: pg.Pool): Promise<void> =>
  withConnection(pool, async (client) => {
    await requireOwnSessions(client, pool);
    await requireEncoding(client);
  });
