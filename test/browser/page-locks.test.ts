// Locks of pages in the back/forward cache: their code does not run, so they must not hold a lock.
import { expect, test } from 'vitest';
import { createPageLocks } from '../../src/browser/page-locks.js';
import { settle } from '../core/fakes.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';

const forever = () => new Promise<void>(() => {});

const open = () => {
  const space = createFakeLockSpace();
  const page = space.openPage();
  const lifecycle = createFakeLifecycle();
  const refused: boolean[] = [];
  const locks = createPageLocks(page.locks, lifecycle);
  const take = (name: string, work = forever) =>
    locks.take({ name, work, onRefused: (isLeft) => refused.push(isLeft) });
  return { ...page, ...locks, take, refused, lifecycle, heldNames: space.heldNames };
};

test('a lock is held until its work settles, whether it succeeds or fails', async () => {
  const { take, heldNames } = open();
  take('a', async () => {});
  take('b', () => Promise.reject(new Error('failed')));
  take('c');
  await settle();
  expect(heldNames()).toEqual(['c']);
});

test('a page that is left releases its locks', async () => {
  const { take, lifecycle, heldNames, refused } = open();
  take('held');
  await settle();
  lifecycle.hide(true);
  await settle();
  expect(heldNames()).toEqual([]);
  expect(refused).toEqual([]);
});

test('a page that is left is granted no lock, whether requested before or afterwards', async () => {
  const { take, lifecycle, heldNames, refused, freeze } = open();
  take('awaited');
  lifecycle.hide(true);
  take('asked late');
  freeze();
  await settle();
  expect(heldNames()).toEqual([]);
  expect(refused).toEqual([true, true]);
});

test('a page that is shown again may acquire locks again', async () => {
  const { take, lifecycle, heldNames } = open();
  lifecycle.hide(true);
  lifecycle.show();
  take('again');
  await settle();
  expect(heldNames()).toEqual(['again']);
});

test('a request that is given up reports that it was refused', async () => {
  const { take, refused } = open();
  take('same');
  const giveUp = take('same');
  await settle();
  giveUp();
  await settle();
  expect(refused).toEqual([false]);
});

test('a browser that throws instead of rejecting counts as a refusal', async () => {
  const locks = {
    request: () => {
      throw new DOMException('no', 'SecurityError');
    },
  };
  const { take } = createPageLocks(locks as unknown as LockManager, createFakeLifecycle());
  const refused = await new Promise((onRefused) => take({ name: 'a', work: forever, onRefused }));
  expect(refused).toBe(false);
});
