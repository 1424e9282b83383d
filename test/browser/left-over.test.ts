// Left-over events: given once, and still anybody's where their taking was given up.
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

const EVENT = { id: 'a', at: 1, json: '{"message_id":"a"}' };

let space = createFakeLockSpace();
let storage = createFakeStorage();
let owners = 0;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  space = createFakeLockSpace();
  storage = createFakeStorage();
});

/** A page whose browser may answer late who lives. */
const openPage = ({ timeoutMs = 5_000 } = {}) => {
  const { locks, crash } = space.openPage();
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
      lifecycle: createFakeLifecycle(),
      timeoutMs,
    });
  return {
    crash,
    open: () => open(locks),
    openLate: () => open(late),
    asked,
    answer: () => answer(),
  };
};

test('a page that hears too late who lives moves nothing to itself', async () => {
  const gone = openPage();
  await gone.open().append([EVENT]);
  gone.crash();

  const slow = openPage({ timeoutMs: 200 });
  const taking = slow.openLate().take(10);
  await slow.asked;
  await expect(taking).rejects.toThrow('no answer within 200 ms');
  slow.answer();
  // What it would have moved is moved by then: the transactions of a store come one after another.
  const next = openPage().open();
  for (let n = 0; n < 5; n++) expect(await next.size()).toBe(1);

  expect(await next.take(10)).toEqual([EVENT]);
});

test('an event that two pages left counts once, also after it was delivered', async () => {
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

test('what a page journals that was born since it was asked who lives is its own', async () => {
  const slow = openPage();
  const taking = slow.openLate().take(10);
  await slow.asked;
  openPage().open().appendNow?.([EVENT]);
  slow.answer();
  expect(await taking).toEqual([]);
});
