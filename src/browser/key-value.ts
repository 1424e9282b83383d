// Small values in a cookie and in localStorage at once, so that each restores the other; else in memory.
import { attempt } from '../core/attempt.js';
import { createMemoryKeyValue } from '../core/memory-key-value.js';
import { PENDING_KEY } from '../core/pending-key.js';
import type { KeyValue } from '../core/ports.js';
import { COOKIE_MAX_CHARACTERS } from '../core/touch.js';

/** Chromium keeps no cookie for longer. */
const COOKIE_MAX_AGE_SECONDS = 400 * 86_400;

/** What a cookie is written to and where it counts. */
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
  // The address of a frame without one of its own, such as `about:srcdoc`, names no host.
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

/** First-party cookies of the whole site, for all keys but one. May throw where cookies are denied. */
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
      // An older value would be read in the place of one that is too long, or not for the site's server: what
      // was sent, by whom and to whom.
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
 * Marks a value as removed. Without it, localStorage of one subdomain would bring back what another
 * subdomain removed from the cookie that they share.
 */
const REMOVED = '\0';

/**
 * Writes to all places, reads from the last that knows, and is memory when none does. Never throws.
 * Whether a value is there is asked from the first place on: it should answer quickest.
 *
 * @param forget empties the first place: another one knows of another visitor, or of another choice
 */
export const createLayeredKeyValue = (places: readonly KeyValue[], forget = () => {}): KeyValue => {
  const memory = createMemoryKeyValue();

  const store = (place: KeyValue, key: string, value: string) => {
    try {
      place.set(key, value);
    } catch {
      // Denied or full: the other places have it. An older value would be read in its place.
      attempt(() => place.remove(key));
    }
  };
  /** What the site's server or an extension emptied is not there: the other place has it. */
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
    // Since this host last looked, another one was told to forget the visitor.
    if (values[0] && value !== values[0] && /^(consent|anonymous_id)$/.test(key)) {
      attempt(forget);
      values[0] = null;
    }
    if (value === null || value === REMOVED) return null;
    // The visitor cleared one place, or the browser did: the other restores it.
    places.forEach((place, i) => {
      if (values[i] === null) store(place, key, value);
    });
    return value;
  };
  return {
    get,
    set,
    // What was never there leaves no trace.
    remove: (key) => {
      if (get(key) !== null) set(key, REMOVED);
    },
  };
};

export interface BrowserKeyValue extends KeyValue {
  /**
   * Copies to localStorage what the cookies say, which another subdomain may have changed: they end earlier,
   * after seven days in Safari. The choice is written once more, to last longer. Only where no other tab has
   * just written a cookie, which takes a while to be read: the older value would take its place.
   */
  mirror(): void;
}

/** Removes what is in localStorage under the keys that pass. */
export const clearStorage = (storage: Storage, passes: (key: string) => boolean): void => {
  for (const key of Object.keys(storage).filter(passes)) storage.removeItem(key);
};

/** A cookie, else localStorage, else memory. A cookie that was just written takes a while to be read. */
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
