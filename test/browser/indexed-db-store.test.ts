// What browser storage does to events: denial, crashes, quotas, older versions, several tabs.
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createIndexedDbStore,
  type IndexedDbStoreOptions,
} from '../../src/browser/indexed-db-store.js';
import type { QueuedEvent } from '../../src/core/ports.js';
import { eventually, PATIENCE_MS } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

const DATABASE = 'chaintrail-place';
const event = (n: number, text = ''): QueuedEvent => {
  const id = `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  return { id, at: n, json: JSON.stringify({ message_id: id, text }) };
};
const put = IDBObjectStore.prototype.put;

let space = createFakeLockSpace();
let storage = createFakeStorage();
let owners = 0;

const open = (options: Partial<IndexedDbStoreOptions> = {}) => {
  const page = space.openPage();
  const lifecycle = createFakeLifecycle();
  const owner = `owner${owners++}`;
  const store = createIndexedDbStore({
    ...{ namespace: 'place', owner, storage, lifecycle, timeoutMs: PATIENCE_MS },
    locks: page.locks,
    ...options,
  });
  return { store, lifecycle, owner, crash: page.crash };
};
const stored = () => entries<string, unknown>(createStore(DATABASE, 'events'));
const deleteDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = () => resolve();
    request.onblocked = () => reject(new Error('blocked'));
  });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  space = createFakeLockSpace();
  storage = createFakeStorage();
});
afterEach(() => {
  IDBObjectStore.prototype.put = put;
});

test('stores each event under a key of its own, made of owner and message id', async () => {
  const { store, owner } = open();
  await store.append([event(1)]);
  const { id, at, json } = event(1);
  expect(await stored()).toEqual([[`${owner}/${id}`, { at, json, v: 1 }]]);
});

describe('storage that fails', () => {
  const hang = () => {
    globalThis.indexedDB = { open: () => ({}) } as unknown as IDBFactory;
  };
  const deny = () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    } as unknown as IDBFactory;
  };

  test.each([
    ['hangs', hang, /no answer within 50 ms/],
    ['is denied', deny, /SecurityError: The operation is insecure/],
    [
      'is missing',
      () => Reflect.deleteProperty(globalThis, 'indexedDB'),
      /indexedDB is not defined/,
    ],
  ])(
    'when IndexedDB %s, every call rejects; it works again as soon as IndexedDB does',
    async (_, fail, reason) => {
      fail();
      const { store } = open({ timeoutMs: 50 });
      await expect(store.append([event(1)])).rejects.toThrow('Storing events failed');
      const cause = await store.append([event(1)]).catch((error) => String(error.cause));
      expect(cause).toMatch(reason);
      await expect(store.take(1)).rejects.toThrow();
      await expect(store.acknowledge(['x'])).rejects.toThrow();
      await expect(store.size()).rejects.toThrow();

      globalThis.indexedDB = new IDBFactory();
      // A call may exceed the 50 ms on a busy machine, so it is repeated.
      await eventually(() => store.append([event(1)]));
      expect(await eventually(() => store.size())).toBe(1);
    },
  );
});

describe('storage that fails midway', () => {
  test('a full disk rejects an append, and none of its events is stored', async () => {
    const { store } = open();
    await store.append([event(1)]);
    IDBObjectStore.prototype.put = function (value, key) {
      if (String(key).endsWith('3')) throw new DOMException('Full.', 'QuotaExceededError');
      return put.call(this, value, key);
    };
    await expect(store.append([event(2), event(3)])).rejects.toThrow('QuotaExceededError');
    IDBObjectStore.prototype.put = put;
    await store.append([event(4)]);
    expect((await stored()).map(([key]) => key.at(-1))).toEqual(['1', '4']);
  });

  test('deleting the database under an open page neither blocks nor breaks the page', async () => {
    const { store } = open();
    await store.append([event(1)]);
    await deleteDatabase();
    await store.append([event(2)]);
    expect(await store.size()).toBe(1);
  });

  test('an append that timed out never stores its events later', async () => {
    const opened: (() => void)[] = [];
    const real = new IDBFactory();
    globalThis.indexedDB = {
      open: (name: string) => {
        const request = real.open(name);
        const late = { result: undefined as unknown } as IDBOpenDBRequest;
        request.onupgradeneeded = () => request.result.createObjectStore('events');
        request.onsuccess = () =>
          opened.push(() => {
            Object.assign(late, { result: request.result });
            late.onsuccess?.(new Event('success'));
          });
        return late;
      },
    } as unknown as IDBFactory;
    const { store } = open({ timeoutMs: 50 });
    await expect(store.append([event(1)])).rejects.toThrow();
    await eventually(() => opened.length > 0);
    for (const succeed of opened) succeed();
    globalThis.indexedDB = real;
    expect(await eventually(() => store.size())).toBe(0);
  });
});

describe('events that another version stored', () => {
  const leave = (key: string, value: unknown) => set(key, value, createStore(DATABASE, 'events'));

  test('an older version: plain JSON, whose time is read from the id', async () => {
    const id = '0190a000-0000-7000-8000-000000000001';
    await leave(`gone/${id}`, '{"a":1}');
    const at = 0x0190a0000000;
    expect(await open().store.take(1)).toEqual([{ id, at, json: '{"a":1}' }]);
  });

  test('a newer version: known formats are taken, unknown ones are left alone', async () => {
    await leave('gone/1', { v: 3, packed: new Uint8Array([1]) });
    await leave('gone/2', { v: 2, at: 2, json: '{"b":2}', more: true });
    await leave('gone/3', null);
    await leave('gone/4', { v: 1, at: 4, json: '{"b":4}' });
    const { store, owner } = open();
    const taken = await store.take(2);
    expect(taken).toEqual([
      { id: '2', at: 2, json: '{"b":2}' },
      { id: '4', at: 4, json: '{"b":4}' },
    ]);
    const keys = (await stored()).map(([key]) => key);
    expect(keys).toEqual(['gone/1', 'gone/3', `${owner}/2`, `${owner}/4`]);
  });
});

describe('several tabs', () => {
  test('without Web Locks all events of other tabs count as left over', async () => {
    const a = open({ locks: undefined }).store;
    const b = open({ locks: undefined }).store;
    await a.append([event(1)]);
    a.appendNow?.([event(2)]);
    expect(await b.take(5)).toEqual([event(1), event(2)]);
  });

  test('a page that may be frozen releases its lock, and acquires it again when shown', async () => {
    const { store, lifecycle, owner } = open();
    await store.append([event(1)]);
    const lock = `chaintrail:place:${owner}`;
    expect(space.heldNames()).toEqual([lock]);
    lifecycle.hide(false);
    expect(space.heldNames()).toEqual([lock]);
    lifecycle.hide(true);
    await eventually(() => space.heldNames().length === 0);
    lifecycle.show();
    await eventually(() => space.heldNames().length === 1);
    expect(await open().store.take(5)).toEqual([]);
  });

  test('events that another tab adopted are not returned to the page that stored them', async () => {
    const sleeper = open();
    await sleeper.store.append([event(1), event(2)]);
    sleeper.lifecycle.hide(true);
    await eventually(() => space.heldNames().length === 0);
    const other = open();
    expect(await other.store.take(5)).toEqual([event(1), event(2)]);
    sleeper.lifecycle.show();
    other.crash();
    expect(await sleeper.store.take(5)).toEqual([]);
    await sleeper.store.acknowledge([event(1).id, event(2).id]);
    expect(await sleeper.store.size()).toBe(0);
  });

  test("after release, a page's events count as left over, and it no longer listens", async () => {
    const { store, lifecycle } = open();
    await store.append([event(1)]);
    store.release();
    await eventually(() => space.heldNames().length === 0);
    lifecycle.show();
    expect(lifecycle.listeners()).toBe(0);
    expect(await open().store.take(5)).toEqual([event(1)]);
  });
});

describe('the journal', () => {
  const journals = () => Object.keys(storage).filter((key) => key.includes('journal'));

  test('is removed once the page itself appends the same events', async () => {
    const { store } = open();
    expect(store.appendNow?.([event(1), event(2)])).toBe(true);
    expect(journals()).toHaveLength(1);
    await store.append([event(1)]);
    expect(journals()).toHaveLength(1);
    await store.append([event(2)]);
    expect(journals()).toEqual([]);
    expect(await store.size()).toBe(2);
  });

  test('is removed once another page has moved the events of a closed page to IndexedDB', async () => {
    const dead = open();
    dead.store.appendNow?.([event(2), event(1)]);
    await dead.store.append([event(3)]);
    dead.crash();
    expect(await open().store.take(1)).toEqual([event(1)]);
    expect(journals()).toEqual([]);
    expect(await stored()).toHaveLength(3);
  });

  test('stores any ids and texts', async () => {
    const odd = { ...event(1, 'a\u2028b\u2029c\u0085d\ud800'), id: 'order 17' };
    const dead = open();
    dead.store.appendNow?.([odd, event(2)]);
    dead.crash();
    expect(await open().store.take(5)).toEqual([event(2), odd]);
  });

  test('stores as many events as fit, the oldest first, and returns false if some do not', async () => {
    const most = 20;
    const events = Array.from({ length: most }, (_, n) => event(n, 'x'.repeat(50)));
    storage = createFakeStorage(2_000);
    const dead = open();
    expect(dead.store.appendNow?.(events)).toBe(false);
    dead.crash();
    const taken = await open().store.take(most);
    expect(taken.length).toBeGreaterThan(5);
    expect(taken).toEqual(events.slice(0, taken.length));
    const [first] = events.slice(taken.length);
    const line = `\n${first?.id} ${first?.at} ${first?.json}`;
    const length = taken.map(({ id, at, json }) => `${id} ${at} ${json}`).join('\n').length;
    expect(length + line.length + `chaintrail-place-journal-${dead.owner}`.length).toBeGreaterThan(
      2_000,
    );
  });
});

describe('a journal without localStorage, with damaged lines or without IndexedDB', () => {
  test('stores nothing where localStorage is denied', () => {
    expect(open({ storage: undefined }).store.appendNow?.([event(1)])).toBe(false);
  });

  test('skips damaged lines and the journals of other namespaces', async () => {
    const { id, json } = event(1);
    storage.setItem('chaintrail-place-journal-dead', `half {"a\n${id} 1 ${json}\n\n${id}`);
    storage.setItem('chaintrail-other-journal-dead', `${event(2).id} 2 ${json}`);
    expect(await open().store.take(5)).toEqual([event(1)]);
  });

  test('passes events from page to page where IndexedDB is denied', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const first = open();
    first.store.appendNow?.([event(2), event(1), event(3)]);
    first.crash();
    const second = open();
    await expect(second.store.take(9, 1)).rejects.toThrow('indexedDB');
    expect(await second.store.take(2)).toEqual([event(1), event(2)]);
    await second.store.acknowledge([event(1).id]).catch(() => {});
    second.crash();
    expect(await open().store.take(5)).toEqual([event(2), event(3)]);
  });
});
