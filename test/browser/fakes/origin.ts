// Adds to happy-dom what it lacks, on an origin with empty storage.
import { IDBFactory } from 'fake-indexeddb';
import type { DetachedWindowAPI } from 'happy-dom';
import { createCookieKeyValue } from '../../../src/browser/key-value.js';
import { createFakeLockSpace } from './locks.js';

declare global {
  interface Window {
    /** Added by happy-dom. */
    readonly happyDOM?: DetachedWindowAPI;
  }
}

const expireCookies = () => {
  const cookies = createCookieKeyValue(window, '');
  for (const pair of document.cookie.split('; ')) cookies.remove(pair.split('=')[0] ?? '');
};

/** Empties the origin's storage; returns a function that closes the page and opens another one. */
export const enterOrigin = (address: string): (() => void) => {
  const space = createFakeLockSpace();
  let page = space.openPage();
  const nextPage = () => {
    page.crash();
    page = space.openPage();
    Object.defineProperty(navigator, 'locks', { configurable: true, value: page.locks });
  };
  window.happyDOM?.setURL(address);
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  expireCookies();
  nextPage();
  return nextPage;
};
