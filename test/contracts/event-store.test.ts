// Runs the contract for every EventStore.
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import { createMemoryEventStore } from '../../src/core/memory-event-store.js';
import { createFakeLifecycle } from '../browser/fakes/lifecycle.js';
import { createFakeLockSpace } from '../browser/fakes/locks.js';
import { createFakeStorage } from '../browser/fakes/storage.js';
import { PATIENCE_MS } from '../support/eventually.js';
import { describeEventStore } from './event-store.contract.js';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describeEventStore('The memory store', () => ({
  open: () => ({ store: createMemoryEventStore() }),
}));

let places = 0;

describeEventStore('The IndexedDB store', () => {
  const namespace = `place${places++}`;
  const space = createFakeLockSpace();
  const storage = createFakeStorage();
  let owners = 0;
  return {
    open: () => {
      const { locks, crash } = space.openPage();
      const owner = `owner${owners++}`;
      const lifecycle = createFakeLifecycle();
      const store = createIndexedDbStore({
        ...{ namespace, owner, locks, storage, lifecycle },
        timeoutMs: PATIENCE_MS,
      });
      return { store, crash };
    },
  };
});
