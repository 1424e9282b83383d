// One IndexedDB object store through idb-keyval, on a connection that is replaced when it dies.
import { createStore, type UseStore } from 'idb-keyval';
import { attempt } from '../core/attempt.js';

/** Runs `work` in a transaction of its own; an aborted signal undoes it. */
export type Database = (
  signal: AbortSignal,
) => <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => T | PromiseLike<T>,
) => Promise<T>;

/** idb-keyval keeps a dead or hanging connection for ever; this drops it, and the next call has a new one. */
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
      // It may have finished.
      attempt(() => transaction?.abort());
    };
    signal.addEventListener('abort', drop);
    for (let isRetry = false; ; isRetry = true) {
      try {
        // createStore opens on first use, where a browser without IndexedDB throws.
        connection ??= createStore(name, 'events');
        current = connection;
        return await current(mode, (store) => {
          transaction = store.transaction;
          signal.throwIfAborted();
          const { db } = transaction;
          // Another tab or the user deletes the database: without this it would wait for this page.
          db.onversionchange = () => db.close();
          return work(store);
        });
      } catch (cause) {
        drop();
        // A connection that died earlier shows when a transaction begins: that is worth one more try.
        if (transaction || isRetry || signal.aborted) throw cause;
      }
    }
  };
  return (signal) => (mode, work) => run(signal, mode, work);
};
