// The application port on a Postgres server.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, isConflict } from '../database-errors.js';
import type { ApplicationDatabase, ApplicationSql, SqlValue } from '../ports.js';
import { createReadiness } from '../readiness.js';
import { postgresError, unreachable } from './postgres-errors.js';

/** How often a transaction is retried that conflicts with others. */
const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 50;

/** On also on a standby, and where a hosted server refuses writes because its disk is nearly full. */
const IS_WRITABLE = "SELECT current_setting('transaction_read_only') = 'off' AS writable";

/** A statement whose answer is waited for no longer than this; the types of the driver lack the option. */
export const timedQuery = (text: string, timeoutMs: number): pg.QueryConfig => {
  const config: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: timeoutMs };
  return config;
};

/**
 * A connection of the pool, which the caller releases.
 *
 * @throws DatabaseUnavailableError whatever stands in the way: the driver throws also while it reads the URL, such as for
 *   a certificate that is missing
 */
export const connectTo = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw unreachable(error);
  }
};

/** Lends a connection of the pool. It is closed if the server was away, and goes back to the pool otherwise. */
export const withConnection = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(pool);
  try {
    const answer = await work(client);
    client.release();
    return answer;
  } catch (cause) {
    const error = postgresError(cause);
    client.release(error instanceof DatabaseUnavailableError);
    throw error;
  }
};

const sqlOn = (connection: pg.PoolClient): ApplicationSql => ({
  query: async <Row>(sql: string, params: readonly SqlValue[] = []) => {
    try {
      const { rows } = await connection.query(sql, [...params]);
      return rows as readonly Row[];
    } catch (error) {
      throw postgresError(error);
    }
  },
});

/**
 * Once the server was away, further statements fail at once: behind an answer that is lost each would wait in vain,
 * such as the rollbacks to nested savepoints, while the server keeps the locks of the transaction.
 */
const untilAway = (sql: ApplicationSql): ApplicationSql => {
  let away: DatabaseUnavailableError | undefined;
  return {
    query: async (text, params) => {
      if (away !== undefined) throw away;
      return sql.query<never>(text, params).catch((error) => {
        if (error instanceof DatabaseUnavailableError) away = error;
        throw error;
      });
    },
  };
};

/**
 * If the rollback fails, the connection's state is unknown, so it is closed instead of being reused; and at once
 * if the server was away, since a rollback may then wait for an answer in vain.
 */
const endTransaction = async (client: pg.PoolClient, cause: unknown): Promise<void> => {
  if (cause instanceof DatabaseUnavailableError) return client.release(true);
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
};

/** One attempt of a transaction. Serializable, so that it behaves as if it ran alone. */
const attempt = async <T>(
  client: pg.PoolClient,
  work: (sql: ApplicationSql) => Promise<T>,
): Promise<T> => {
  const sql = untilAway(sqlOn(client));
  try {
    await sql.query('BEGIN ISOLATION LEVEL SERIALIZABLE').catch((error) => {
      // Refused by a standby, with a code of its own (0A000): another connection may lead to the primary.
      throw unreachable(error);
    });
    const answer = await work(sql);
    await sql.query('COMMIT');
    client.release();
    return answer;
  } catch (error) {
    await endTransaction(client, error);
    throw error;
  }
};

/** The application database on the pool. Closing it closes the pool. */
export const createPostgresDatabase = (pool: pg.Pool): ApplicationDatabase => {
  const requireOpen = (): pg.Pool => {
    if (pool.ending) throw new DatabaseUnavailableError('The application database is closed.');
    return pool;
  };
  const isWritable = createReadiness(async (timeoutMs) => {
    const { rows } = await pool.query<{ writable: boolean }>(timedQuery(IS_WRITABLE, timeoutMs));
    return rows[0]?.writable === true;
  });

  return {
    query: async <Row>(sql: string, params?: readonly SqlValue[]) =>
      withConnection(requireOpen(), (client) => sqlOn(client).query<Row>(sql, params)),
    transaction: async (work) => {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt(await connectTo(requireOpen()), work);
        } catch (error) {
          if (!isConflict(error) || attempts >= MAX_ATTEMPTS) throw error;
          // A random pause, so that two transactions that conflicted do not conflict again.
          await sleep(Math.random() * MAX_PAUSE_MS * Math.min(attempts, 5));
        }
      }
    },
    isReady: async () => !pool.ending && isWritable(),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
};
