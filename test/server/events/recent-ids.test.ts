// Remembers which events were stored lately, within its capacity.
import { expect, it } from 'vitest';
import { createRecentIds } from '../../../src/server/events/recent-ids.js';

it.each(['add', 'addStored'] as const)(
  'drops the oldest ids above its capacity: %s',
  async (method) => {
    const ids = createRecentIds(10);
    const stored = Promise.resolve();
    for (let id = 0; id < 100; id++) {
      if (method === 'add') ids.add('p', [String(id)], stored);
      else ids.addStored('p', String(id));
      await stored;
      for (let known = Math.max(0, id - 9); known <= id; known++) {
        expect(ids.stateOf('p', String(known))).toBe('stored');
      }
      expect(ids.stateOf('p', String(id - 20))).toBe('unknown');
    }
  },
);

it('does not count ids that are being stored against its capacity', () => {
  const ids = createRecentIds(3);
  ids.add('p', ['a', 'b', 'c', 'd', 'e'], new Promise(() => {}));
  for (let id = 0; id < 20; id++) {
    ids.addStored('p', String(id));
    for (let known = Math.max(0, id - 2); known <= id; known++) {
      expect(ids.stateOf('p', String(known))).toBe('stored');
    }
  }
});

it('keeps ids that are being stored while others are added', async () => {
  const ids = createRecentIds(2);
  let finish = () => {};
  const stored = new Promise<void>((resolve) => {
    finish = resolve;
  });
  ids.add('p', ['slow'], stored);
  for (let id = 0; id < 20; id++) ids.addStored('p', String(id));
  expect(ids.stateOf('p', 'slow')).toBe(stored);
  finish();
  await stored;
  expect(ids.stateOf('p', 'slow')).toBe('stored');
});

it('does not know ids whose storing failed, or of another project', async () => {
  const ids = createRecentIds();
  const failed = Promise.reject(new Error('The disk is full.'));
  ids.add('p', ['a'], failed);
  await failed.catch(() => {});
  expect(ids.stateOf('p', 'a')).toBe('unknown');
  ids.addStored('q', 'a');
  expect(ids.stateOf('p', 'a')).toBe('unknown');
  expect(ids.stateOf('q', 'a')).toBe('stored');
});
