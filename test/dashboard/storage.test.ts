// Values stored in the browser are returned as last written, also if storage is full or denied.
import { expect, it } from 'vitest';
import { createTextStore } from '../../src/dashboard/state/storage.js';

/** Storage for texts of at most so many characters. */
const storageOf = (room: number): Storage => {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > room) throw new DOMException('It is full.', 'QuotaExceededError');
      texts.set(name, text);
    },
    removeItem: (name: string) => void texts.delete(name),
  } as Storage;
};

it.each([
  ['has room', 9],
  ['is full after the first', 5],
  ['is full', 0],
])('returns the last text, and nothing once it is removed, where storage %s', (_, room) => {
  const storage = storageOf(room);
  const store = createTextStore(() => storage, 'a');
  for (const text of ['first', 'the later']) {
    store.write(text);
    expect(store.read()).toBe(text);
  }
  store.write(undefined);
  expect(store.read()).toBeUndefined();
});

it('returns what the previous page wrote, and nothing where storage is denied', () => {
  const storage = storageOf(9);
  createTextStore(() => storage, 'a').write('before');
  expect(createTextStore(() => storage, 'a').read()).toBe('before');
  const denied = createTextStore(() => {
    throw new DOMException('It is denied.', 'SecurityError');
  }, 'a');
  expect(denied.read()).toBeUndefined();
  denied.write('kept');
  expect(denied.read()).toBe('kept');
});
