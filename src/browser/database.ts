// One IndexedDB object store through idb-keyval, on a connection that is replaced when it dies.
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { attempt } from '../core/attempt.js';

/**
 * Makes the requests of a transaction, and answers the one whose result is wanted, or nothing for the
 * transaction as a whole. Answers the transaction itself when it will make further requests as earlier
 * ones are answered.
 */
type Work<T> = (store: IDBObjectStore) => IDBRequest<T> | IDBTransaction | undefined;

/**
 * Runs `work` in a transaction of its own; aborting the signal undoes it. Resolves to the result of the
 * request that `work` answers or, without one, when the transaction is complete.
 */
export type Database = (
  signal: AbortSignal,
) => <T>(mode: IDBTransactionMode, work: Work<T>) => Promise<T>;

/**
 * idb-keyval keeps a dead or hanging connection for ever. This drops it, and the next call opens a
 * new one.
 */
export const createDatabase = (name: string): Database => {
  let connection: UseStore | undefined;

  return (signal) => async (mode, work) => {
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
          const wanted = work(store);
          // WebKit keeps a page for going back although a transaction is open in it, and until the
          // page is gone, those of all other pages wait. A committed one needs the page no longer.
          if (transaction !== wanted) transaction.commit?.();
          return promisifyRequest(wanted ?? transaction);
        });
      } catch (cause) {
        drop();
        // A connection that died earlier fails when a transaction begins: that is tried once more.
        if (transaction || isRetry || signal.aborted) throw cause;
      }
    }
  };
};
