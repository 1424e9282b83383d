// A service worker sends the events of closed pages, and none after the visitor refused.
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import { namespaceOf } from '../../src/browser/namespace.js';
import { sendLeftOver } from '../../src/browser/service-worker.js';
import type { DroppedEvent } from '../../src/core/tracker-types.js';
import { answer, type Collector, startCollector } from '../contracts/collector.js';
import { eventually } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace, type FakeLockSpace } from './fakes/locks.js';

const WRITE_KEY = 'key';
const NAMESPACE = namespaceOf(WRITE_KEY);
const COUNT = 3;

let collector: Collector;
let space: FakeLockSpace;
let drops: DroppedEvent[];

/** Stores events as a page does that was closed before it sent them. */
const leaveBehind = async () => {
  const page = space.openPage();
  const store = createIndexedDbStore({
    namespace: NAMESPACE,
    owner: 'page',
    locks: page.locks,
    storage: undefined,
    lifecycle: createFakeLifecycle(),
  });
  const at = Date.now();
  await store.append(
    Array.from({ length: COUNT }, (_, n) => ({ id: `${n}`, at, json: `{"message_id":"${n}"}` })),
  );
  page.crash();
};

/** Takes the turn to send for another page; the returned function ends it. */
const takeTurn = () =>
  new Promise<() => void>((begun) => {
    const turn = () => new Promise<void>(begun);
    void space.openPage().locks.request(`chaintrail:${NAMESPACE}:send`, turn);
  });

const send = () =>
  sendLeftOver({
    writeKey: WRITE_KEY,
    apiHost: collector.origin,
    onDrop: (event) => drops.push(event),
  });

/** Erases events, as a page does when its visitor refuses. */
const erase = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(`chaintrail-${NAMESPACE}`);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

/** Whether the worker has taken the left-over events and waits for its turn. */
const isWaiting = async () =>
  (await navigator.locks.query()).pending?.some(({ name }) => name?.endsWith(':send')) ?? false;

beforeEach(async () => {
  collector = await startCollector();
  globalThis.indexedDB = new IDBFactory();
  space = createFakeLockSpace();
  drops = [];
  collector.script(answer(200, '{"successful_rows":3}'));
  const { locks } = space.openPage();
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
});
afterEach(() => collector.close());

test('sends left-over events when its turn comes', async () => {
  await leaveBehind();
  const endTurn = await takeTurn();
  const sending = send();
  await eventually(isWaiting);
  expect(collector.received).toHaveLength(0);
  endTurn();
  expect(await sending).toBe(COUNT);
  expect(collector.received).toHaveLength(1);
  expect(drops).toEqual([]);
});

test('does not send events that were erased after a refusal while it waited for its turn', async () => {
  await leaveBehind();
  const endTurn = await takeTurn();
  const sending = send();
  await eventually(isWaiting);
  await erase();
  endTurn();
  expect(await sending).toBe(0);
  expect(collector.received).toHaveLength(0);
  expect(drops.map(({ reason }) => reason)).toEqual(Array(COUNT).fill('consent'));
});
