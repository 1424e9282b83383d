// Left-over events: each is taken once, and a take that was given up leaves them to others.
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { createStore, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import { eventually, PATIENCE_MS } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

const eventOf = (id: string) => ({ id, at: 1, json: JSON.stringify({ message_id: id }) });
const EVENT = eventOf('a');
const [A, B, C, D, E] = ['a', 'b', 'c', 'd', 'e'].map(eventOf) as [
  Event,
  Event,
  Event,
  Event,
  Event,
];

type Event = ReturnType<typeof eventOf>;

let space = createFakeLockSpace();
let storage = createFakeStorage();
let owners = 0;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  space = createFakeLockSpace();
  storage = createFakeStorage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A page whose browser can be late to answer which pages are open. */
const openPage = ({ timeoutMs = PATIENCE_MS } = {}) => {
  const { locks, crash } = space.openPage();
  const lifecycle = createFakeLifecycle();
  let answer = () => {};
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const late: Pick<LockManager, 'request' | 'query'> = {
    request: locks.request.bind(locks),
    query: async () => {
      const living = await locks.query();
      isAsked();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return living;
    },
  };
  const open = (its: LockManager) =>
    createIndexedDbStore({
      namespace: 'place',
      owner: `owner${owners++}`,
      locks: its,
      storage,
      lifecycle,
      timeoutMs,
    });
  return {
    crash,
    lifecycle,
    open: () => open(locks),
    openLate: () => open(late),
    asked,
    answer: () => answer(),
  };
};

test('a page that learns too late which pages are open takes no events', async () => {
  const gone = openPage();
  await gone.open().append([EVENT]);
  gone.crash();

  const slow = openPage({ timeoutMs: 200 });
  const taking = slow.openLate().take(10);
  await slow.asked;
  await expect(taking).rejects.toThrow('no answer within 200 ms');
  slow.answer();
  // The transactions of a store run one after another, so by now the late take would have moved its
  // events.
  const next = openPage().open();
  for (let n = 0; n < 5; n++) expect(await next.size()).toBe(1);

  expect(await next.take(10)).toEqual([EVENT]);
});

test('a page that is left while it takes events leaves them to others at once, without a fault', async () => {
  await leave(EVENT);
  const slow = openPage();
  const taking = slow.openLate().take(10);
  await slow.asked;
  slow.lifecycle.hide(true);
  slow.answer();
  expect(await taking).toEqual([]);
  expect(await openPage().open().take(10)).toEqual([EVENT]);
});

test('an event that two pages left is taken once, also after it was delivered', async () => {
  for (const gone of [openPage(), openPage()]) {
    await gone.open().append([EVENT]);
    gone.crash();
  }
  const store = openPage().open();
  expect(await store.take(10)).toEqual([EVENT]);
  await store.acknowledge([EVENT.id]);
  expect(await store.take(10)).toEqual([]);
  expect(await store.size()).toBe(0);
});

test('an event that a left page records while its others are taken is not lost', async () => {
  const gone = openPage();
  const left = gone.open();
  left.appendNow?.([A]);
  gone.lifecycle.hide(true);
  const put = IDBObjectStore.prototype.put;
  const recordAnother = vi.spyOn(IDBObjectStore.prototype, 'put');
  recordAnother.mockImplementationOnce(function (this: IDBObjectStore, ...args) {
    left.appendNow?.([B]);
    return put.apply(this, args);
  });
  const store = openPage().open();
  expect(await store.take(10)).toEqual([A]);
  expect(recordAnother).toHaveBeenCalled();
  expect(await store.take(10)).toEqual([B]);
});

test('does not take the journal of a page that opened after the query for open pages', async () => {
  const slow = openPage();
  const taking = slow.openLate().take(10);
  await slow.asked;
  openPage().open().appendNow?.([EVENT]);
  slow.answer();
  expect(await taking).toEqual([]);
});

const leave = async (...events: readonly Event[]) => {
  const gone = openPage();
  await gone.open().append(events);
  gone.crash();
};

test('takes the events of several pages in the order of age, and leaves the requested number of the newest', async () => {
  await leave(C, A);
  await leave(E, B, D);
  const store = openPage().open();
  expect(await store.take(Infinity, 9)).toEqual([]);
  expect(await store.take(1, 2)).toEqual([A]);
  expect(await store.take(Infinity, 2)).toEqual([B, C]);
  expect(await store.take(Infinity, 2)).toEqual([]);
  expect(await store.take(2)).toEqual([D, E]);
});

test('leaves the newest also if the oldest are its own or of an unknown version', async () => {
  const sleeper = openPage();
  const store = sleeper.open();
  await store.append([B]);
  sleeper.lifecycle.hide(true);
  const other = openPage();
  await eventually(async () => expect(await other.open().take(9)).toEqual([B]));
  other.crash();
  sleeper.lifecycle.show();
  await set('gone/a', { v: 9, packed: true }, createStore('chaintrail-place', 'events'));
  await leave(C, D);
  expect(await store.take(Infinity, 2)).toEqual([]);
  expect(await store.take(Infinity, 1)).toEqual([C]);
  expect(await store.take(Infinity)).toEqual([D]);
});

test('the journal of an open page stays unchanged, also where IndexedDB is denied', async () => {
  openPage().open().appendNow?.([A]);
  const journals = JSON.stringify(storage);
  expect(await openPage().open().take(9)).toEqual([]);
  expect(JSON.stringify(storage)).toBe(journals);
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await expect(openPage().open().take(9)).rejects.toThrow('indexedDB');
  expect(JSON.stringify(storage)).toBe(journals);
});

test('an event in the journals of two pages is taken once, also where IndexedDB is denied', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  // As a page does that was left, whose events another one took, and that then came back.
  for (const gone of [openPage(), openPage()]) {
    gone.open().appendNow?.([B, A]);
    gone.crash();
  }
  const next = openPage();
  expect(await next.open().take(3)).toEqual([A, B]);
  next.crash();
  expect(await openPage().open().take(9)).toEqual([A, B]);
});
