// What a page that is left does to IndexedDB: other pages wait for it as long as it can be shown again.
import { IDBFactory, IDBTransaction } from 'fake-indexeddb';
import { createStore, keys } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import type { QueuedEvent } from '../../src/core/ports.js';
import { PATIENCE_MS } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

const event = (id: string): QueuedEvent => ({ id, at: 1, json: '{}' });

const open = () => {
  const lifecycle = createFakeLifecycle();
  const store = createIndexedDbStore({
    ...{ namespace: 'place', owner: 'owner', storage: createFakeStorage() },
    locks: createFakeLockSpace().openPage().locks,
    lifecycle,
    timeoutMs: PATIENCE_MS,
  });
  return { store, lifecycle };
};
const storedKeys = () => keys(createStore('chaintrail-place', 'events'));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('every transaction ends without further code of the page, which may be left meanwhile', async () => {
  const { commit, objectStore } = IDBTransaction.prototype;
  const unfinished = new Set<unknown>();
  Object.assign(IDBTransaction.prototype, {
    objectStore(this: IDBTransaction, name: string) {
      // The database is made by another transaction, which ends with its first event.
      if (this.mode !== 'versionchange') unfinished.add(this);
      return objectStore.call(this, name);
    },
    commit(this: IDBTransaction) {
      unfinished.delete(this);
      commit.call(this);
    },
  });
  try {
    const { store } = open();
    await store.append([event('a')]);
    await store.size();
    await store.take(1);
    await store.acknowledge([event('a').id]);
  } finally {
    Object.assign(IDBTransaction.prototype, { commit, objectStore });
  }
  expect(unfinished.size).toBe(0);
  expect(await storedKeys()).toEqual([]);
});

test('a page that was left writes to IndexedDB only what its journal does not hold', async () => {
  const { store, lifecycle } = open();
  lifecycle.hide(true);
  const storing = store.append([event('a')]);
  expect(store.appendNow?.([event('a')])).toBe(true);
  await storing;
  expect(await indexedDB.databases()).toEqual([]);
  await store.append([event('b')]);
  expect(await storedKeys()).toEqual(['owner/b']);
  expect(await store.size()).toBe(2);
});
