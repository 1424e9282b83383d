// What is kept in the browser is given back as it was written last, whatever the browser has room for.
import { expect, it } from 'vitest';
import { createTextStore } from '../../src/dashboard/state/storage.js';

/** Holds texts of so many signs. */
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
])('gives back the last text, and nothing once it is gone, where storage %s', (_, room) => {
  const storage = storageOf(room);
  const store = createTextStore(() => storage, 'a');
  for (const text of ['first', 'the later']) {
    store.write(text);
    expect(store.read()).toBe(text);
  }
  store.write(undefined);
  expect(store.read()).toBeUndefined();
});

it('gives back what the page before wrote, and nothing where storage is denied', () => {
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
