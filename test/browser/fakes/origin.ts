// happy-dom's page with what it lacks, on an origin where nothing was stored yet.
import { IDBFactory } from 'fake-indexeddb';
import type { DetachedWindowAPI } from 'happy-dom';
import { createCookieKeyValue } from '../../../src/browser/key-value.js';
import { createFakeLockSpace } from './locks.js';

declare global {
  interface Window {
    /** What happy-dom adds to its page. */
    readonly happyDOM?: DetachedWindowAPI;
  }
}

const expireCookies = () => {
  const cookies = createCookieKeyValue(window, '');
  for (const pair of document.cookie.split('; ')) cookies.remove(pair.split('=')[0] ?? '');
};

/** Starts over; the answer opens another page of the origin, with the one before it gone. */
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
