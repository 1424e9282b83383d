// All that a tracker stores on the device, and how it is deleted again.
import { attempt } from '../core/attempt.js';
import { createMemoryEventStore } from '../core/memory-event-store.js';
import { createMemoryKeyValue } from '../core/memory-key-value.js';
import type { EventStore } from '../core/ports.js';
import { createIndexedDbStore } from './indexed-db-store.js';
import {
  type BrowserKeyValue,
  clearStorage,
  createBrowserKeyValue,
  createCookieKeyValue,
} from './key-value.js';
import type { OwnershipOptions } from './ownership.js';

export interface BrowserStorage {
  readonly store: EventStore;
  readonly keyValue: BrowserKeyValue;
  /** The domain whose hosts share the cookies; empty when it cannot be known. */
  site(): string;
  /**
   * Deletes what trackers of this project stored, as far as this page can reach it, except the
   * consent.
   */
  erase(): void;
  /** Gives the stored events up to other trackers of this project. */
  release(): void;
}

/** Undefined where the browser denies storage: reading the property alone may throw. */
export const readLocalStorage = (): Storage | undefined => attempt(() => window.localStorage);

/** Storage in memory, for a tracker that stores nothing on the device. */
export const createNoStorage = (): BrowserStorage => ({
  store: createMemoryEventStore(),
  keyValue: { ...createMemoryKeyValue(), mirror: () => {} },
  site: () => '',
  erase: () => {},
  release: () => {},
});

export const createBrowserStorage = (
  options: OwnershipOptions & { readonly storage: Storage | undefined },
): BrowserStorage => {
  const { namespace, storage } = options;
  const prefix = `chaintrail_${namespace}_`;
  const cookies = createCookieKeyValue(window, prefix);
  const store = createIndexedDbStore(options);
  return {
    store,
    keyValue: createBrowserKeyValue(cookies, storage, prefix),
    site: () => attempt(cookies.site) ?? '',
    erase: () => {
      const isErased = (key: string) => !key.endsWith('consent');
      const isOwn = new RegExp(`^chaintrail[-_]${namespace}[-_]`);
      attempt(() => {
        for (const key of cookies.keys().filter(isErased)) cookies.remove(key);
      });
      attempt(() => storage && clearStorage(storage, (key) => isOwn.test(key) && isErased(key)));
      attempt(() => indexedDB.deleteDatabase(`chaintrail-${namespace}`));
    },
    release: store.release,
  };
};
