// Lets one transaction span the work of several areas, whose statements join it without knowing of it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApplicationDatabase, ApplicationSql } from '../ports.js';

export interface JoinedDatabase extends ApplicationDatabase {
  /**
   * Runs `work` in one transaction. Every statement and transaction on this database that it causes joins it
   * behind a savepoint, so that a failure which is caught undoes only that statement.
   */
  together<T>(work: (sql: ApplicationSql) => Promise<T>): Promise<T>;
}

/** An open transaction that statements can join. */
interface Joinable extends ApplicationSql {
  transaction<T>(work: (sql: ApplicationSql) => Promise<T>): Promise<T>;
  isOpen(): boolean;
}

export function createJoinedDatabase(database: ApplicationDatabase): JoinedDatabase {
  const ambient = new AsyncLocalStorage<Joinable>();
  /** Work that was started inside and outlives the transaction uses the database directly. */
  const current = (): Pick<ApplicationDatabase, 'query' | 'transaction'> => {
    const joinable = ambient.getStore();
    return joinable?.isOpen() ? joinable : database;
  };
  const within = async <T>(
    sql: ApplicationSql,
    work: (sql: ApplicationSql) => Promise<T>,
  ): Promise<T> => {
    const { joinable, end } = createJoinable(sql, within);
    try {
      return await ambient.run(joinable, () => work(joinable));
    } finally {
      end();
    }
  };
  return {
    ...database,
    query: (sql, params) => current().query(sql, params),
    transaction: (work) => current().transaction(work),
    together: (work) => database.transaction((sql) => within(sql, work)),
  };
}

type Within = <T>(sql: ApplicationSql, work: (sql: ApplicationSql) => Promise<T>) => Promise<T>;

function createJoinable(sql: ApplicationSql, within: Within) {
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  // Serialised, because savepoints of one connection can nest but not overlap.
  const behindSavepoint = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      await sql.query('SAVEPOINT joined');
      try {
        const value = await work();
        await sql.query('RELEASE SAVEPOINT joined');
        return value;
      } catch (error) {
        await sql.query('ROLLBACK TO SAVEPOINT joined');
        throw error;
      }
    });
    last = next.catch(() => {});
    return next;
  };
  const joinable: Joinable = {
    query: (text, params) => behindSavepoint(() => sql.query(text, params)),
    transaction: (work) => behindSavepoint(() => within(sql, work)),
    isOpen: () => isOpen,
  };
  return {
    joinable,
    end: () => {
      isOpen = false;
    },
  };
}
