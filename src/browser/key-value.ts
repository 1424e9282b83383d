// Small values, both in a cookie and in localStorage, so that each can restore the other; in memory
// where neither works.
import { attempt } from '../core/attempt.js';
import { createMemoryKeyValue } from '../core/memory-key-value.js';
import { PENDING_KEY } from '../core/pending-key.js';
import type { KeyValue } from '../core/ports.js';
import { COOKIE_MAX_CHARACTERS } from '../core/touch.js';

/** The longest that Chromium keeps a cookie: 400 days. */
const COOKIE_MAX_AGE_SECONDS = 400 * 86_400;

/** The parts of a window that writing a cookie needs. */
export interface CookiePlace {
  readonly document: { cookie: string; readonly domain?: string };
  readonly location: { readonly hostname: string; readonly protocol: string };
}

const readCookie = ({ document }: CookiePlace, name: string): string | null => {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return null;
};

/**
 * The widest domain that takes a cookie: `example.co.uk` on `app.example.co.uk`, for a browser refuses
 * `co.uk`. Empty where only the host itself does, as on localhost.
 */
const findDomain = (place: CookiePlace, probe: string): string => {
  // The URL of a frame such as `about:srcdoc` names no host.
  const labels = (place.location.hostname || place.document.domain || '').split('.');
  for (let count = 2; count <= labels.length; count++) {
    const domain = labels.slice(-count).join('.');
    place.document.cookie = `${probe}=1; path=/; domain=${domain}`;
    const isTaken = readCookie(place, probe) === '1';
    place.document.cookie = `${probe}=; path=/; max-age=-1; domain=${domain}`;
    if (isTaken) return domain;
  }
  return '';
};

export interface CookieKeyValue extends KeyValue {
  /** The domain whose hosts share the values, such as `example.co.uk`; empty: this host alone. */
  site(): string;
  /** The keys that have a value. */
  keys(): readonly string[];
}

/**
 * First-party cookies of the whole site, for all keys but the pending transactions. May throw where
 * cookies are denied.
 */
export const createCookieKeyValue = (place: CookiePlace, prefix: string): CookieKeyValue => {
  let domain: string | undefined;
  const site = () => {
    domain ??= findDomain(place, `${prefix}probe`);
    return domain;
  };
  const write = (key: string, value: string, maxAge: number) => {
    const secure = place.location.protocol === 'https:' ? '; secure' : '';
    const reach = site() && `; domain=${site()}`;
    place.document.cookie = `${prefix}${key}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}${reach}`;
  };
  const remove = (key: string) => write(key, '', -1);
  return {
    site,
    keys: () =>
      place.document.cookie.split('; ').flatMap((pair) => {
        const [name = ''] = pair.split('=');
        return name.startsWith(prefix) ? [name.slice(prefix.length)] : [];
      }),
    get: (key) => readCookie(place, prefix + key),
    set: (key, value) => {
      const text = encodeURIComponent(value);
      // Removed rather than left, because an older value would be read instead. Not stored here are
      // values that are too long, and the pending transactions: the site's server must not see who
      // sent what to whom.
      if (text.length > COOKIE_MAX_CHARACTERS || key === PENDING_KEY) remove(key);
      else write(key, text, COOKIE_MAX_AGE_SECONDS);
    },
    remove,
  };
};

/** localStorage or sessionStorage. May throw where storage is denied or full. */
export const createStorageKeyValue = (storage: Storage, prefix: string): KeyValue => ({
  get: (key) => storage.getItem(prefix + key),
  set: (key, value) => storage.setItem(prefix + key, value),
  remove: (key) => storage.removeItem(prefix + key),
});

/**
 * Marks a value as removed. Without it, localStorage of one subdomain would restore what another
 * subdomain removed from their shared cookie.
 */
const REMOVED = '\0';

/**
 * Writes to all places, reads from the last one that has the value, and keeps it in memory when
 * none does. Never throws.
 *
 * @param places the first one should be the quickest to read
 * @param forget empties the first place: another place has another visitor, or another consent
 */
export const createLayeredKeyValue = (places: readonly KeyValue[], forget = () => {}): KeyValue => {
  const memory = createMemoryKeyValue();

  const store = (place: KeyValue, key: string, value: string) => {
    try {
      place.set(key, value);
    } catch {
      // Denied or full: the other places have the value. An older one would be read here instead,
      // so it is removed.
      attempt(() => place.remove(key));
    }
  };
  /**
   * An empty value counts as none: the site's server or an extension may have emptied it, and
   * another place still has it.
   */
  const read = (place: KeyValue, key: string): string | null =>
    attempt(() => place.get(key)) || null;
  const set = (key: string, value: string) => {
    for (const place of places) store(place, key, value);
    if (places.some((place) => read(place, key) === value)) memory.remove(key);
    else memory.set(key, value);
  };
  const get = (key: string): string | null => {
    const values = places.map((place) => read(place, key));
    const value = values.reduceRight((found, next) => found ?? next, null) ?? memory.get(key);
    // A shared cookie differs from this host's localStorage: another subdomain was told to forget
    // the visitor, or of another choice.
    if (values[0] && value !== values[0] && /^(consent|anonymous_id)$/.test(key)) {
      attempt(forget);
      values[0] = null;
    }
    if (value === null || value === REMOVED) return null;
    // One place was cleared, by the visitor or the browser: the other one restores it.
    places.forEach((place, i) => {
      if (values[i] === null) store(place, key, value);
    });
    return value;
  };
  return {
    get,
    set,
    // A value that was never there needs no mark of removal.
    remove: (key) => {
      if (get(key) !== null) set(key, REMOVED);
    },
  };
};

export interface BrowserKeyValue extends KeyValue {
  /**
   * Copies the cookies, which another subdomain may have changed, to localStorage, since they end
   * earlier (after seven days in Safari). Writes the consent's cookie again, to last longer. Must
   * not be called just after another tab wrote a cookie: that takes a while to be readable, and the
   * older value would replace it.
   */
  mirror(): void;
}

/** Removes the values of localStorage whose keys pass. */
export const clearStorage = (storage: Storage, passes: (key: string) => boolean): void => {
  for (const key of Object.keys(storage).filter(passes)) storage.removeItem(key);
};

/**
 * Values in cookies and localStorage; cookies count first. A cookie that was just written takes a
 * while to be readable.
 */
export const createBrowserKeyValue = (
  cookies: CookieKeyValue,
  storage: Storage | undefined,
  prefix: string,
): BrowserKeyValue => {
  const local = storage && createStorageKeyValue(storage, prefix);
  return {
    ...createLayeredKeyValue(
      local ? [local, cookies] : [cookies],
      () => storage && clearStorage(storage, (key) => key.startsWith(prefix)),
    ),
    mirror: () =>
      attempt(() => {
        for (const key of cookies.keys()) {
          const value = cookies.get(key);
          if (value && key === 'consent') cookies.set(key, value);
          if (value) local?.set(key, value);
        }
      }),
  };
};
