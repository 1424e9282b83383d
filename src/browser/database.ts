// One IndexedDB object store through idb-keyval, on a connection that is replaced when it dies.
import { createStore, type UseStore } from 'idb-keyval';
import { attempt } from '../core/attempt.js';

/** Runs `work` in a transaction of its own; aborting the signal undoes it. */
export type Database = (
  signal: AbortSignal,
) => <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => T | PromiseLike<T>,
) => Promise<T>;

/**
 * idb-keyval keeps a dead or hanging connection for ever. This drops it, and the next call opens a
 * new one.
 */
export const createDatabase = (name: string): Database => {
  let connection: UseStore | undefined;

  const run = async <T>(
    signal: AbortSignal,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> => {
    let transaction: IDBTransaction | undefined;
    let current: UseStore | undefined;
    const drop = () => {
      if (connection === current) connection = undefined;
      transaction?.db.close();
      // The transaction may have finished: then `abort` throws.
      attempt(() => transaction?.abort());
    };
    signal.addEventListener('abort', drop);
    for (let isRetry = false; ; isRetry = true) {
      try {
        // Made on first use, since createStore throws in a browser without IndexedDB.
        connection ??= createStore(name, 'events');
        current = connection;
        return await current(mode, (store) => {
          transaction = store.transaction;
          signal.throwIfAborted();
          const { db } = transaction;
          // When another tab or the user deletes the database, the deletion would wait for this
          // page without this.
          db.onversionchange = () => db.close();
          return work(store);
        });
      } catch (cause) {
        drop();
        // A connection that died earlier fails when a transaction begins: that is tried once more.
        if (transaction || isRetry || signal.aborted) throw cause;
      }
    }
  };
  return (signal) => (mode, work) => run(signal, mode, work);
};
