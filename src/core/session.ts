// The visit that an event belongs to: a new one begins after a time without events, or with a new campaign.
import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';
import { createRandomId } from './message-id.js';
import type { KeyValue, RandomBytes, TakeArrival } from './ports.js';
import { shortHash } from './short-hash.js';
import { type Arrival, readTouch, type Touch, writeTouch } from './touch.js';

/** How old the stored time of the last event may get: writing a cookie at every event is slow. */
const REMEMBER_EVERY_MS = 5_000;

/** How many keys of `isFirst` are kept: more than a browser has wallets. */
const MOST_SEEN = 50;

export interface SessionOptions {
  readonly keyValue: KeyValue;
  readonly randomBytes: RandomBytes;
  readonly idleMs: number;
  /** Whether a campaign begins a new session. */
  readonly isSplitByCampaign: boolean;
  readonly takeArrival: TakeArrival;
  /** Reads the stored visitor again; true when it is another person than before. */
  readonly refresh: () => boolean;
}

export interface Visit {
  readonly id: string;
  /** How this session's visitor came; the same object for as long as the session lasts. */
  readonly touch: Touch;
  /**
   * How the visitor came for the first time. Given until `open` is called in this session, on any
   * page or tab.
   */
  readonly first?: Touch | undefined;
}

export interface Session {
  /** The session's id for an event at `now`; begins a new session when the last one is over. */
  touch(now: number): string;
  /** The same for an event that is recorded, given the arrival that came with it, if any. */
  visit(now: number, arrival: Arrival | null): Visit;
  /** An event of the last visit was recorded: later events of this session are not its first. */
  open(): void;
  /** True for the first call with `key` in the session at `now`, and when `content` is another than before. */
  isFirst(key: string, now: number, content?: string): boolean;
  /** How the visitor came at first, and to the present session. */
  attribution(): { readonly first: Touch; readonly last: Touch };
  /** Forgets the session in memory, so that the stored one is read again. */
  reload(): void;
  /**
   * The same when consent is granted and this visit was not stored before. The next `touch` or
   * `join` continues a stored session, or begins one with the same touch.
   *
   * @returns the id that this visit had so far
   */
  rejoin(): string;
  /** The session's id for an event at `now` that was recorded before `rejoin`. */
  join(now: number): string;
  reset(): void;
}

/** The touch as storage keeps it: a long one is cut, and other tabs know only that. */
const keptOf = (touch: Touch) => readTouch(writeTouch(touch));

/** Sessions are shared by the tabs of a site, through `keyValue`. */
export const createSession = (options: SessionOptions): Session => {
  const { keyValue, randomBytes, idleMs, takeArrival } = options;
  let id = '';
  let lastAt = 0;
  let rememberedAt = 0;
  let last: Touch = {};
  /**
   * How this visit began while it was not stored, until `touch` finds whether a stored session goes
   * on.
   */
  let unstored: Arrival | null = null;
  /** The session whose first event is known to be recorded. */
  let opened = '';

  const load = () => {
    // Another tab may have switched to another person, who must not share the session in memory.
    if (options.refresh()) reload();
    const [storedId = '', storedAt] = (keyValue.get('session') ?? '').split('|');
    const at = Number(storedAt);
    // What is stored counts if it is newer. Another session counts if it was written after our last
    // write: a campaign or a new person may have begun it in another tab.
    if (!storedId || at < (storedId === id ? lastAt : rememberedAt)) return;
    if (storedId !== id) last = readTouch(keyValue.get('touch'));
    id = storedId;
    lastAt = at;
  };
  const begin = (touch: Touch) => {
    // A visitor who had a session before came some other way first, even where that touch is lost.
    if (!id && keyValue.get('first_touch') === null) {
      keyValue.set('first_touch', writeTouch(touch));
    }
    id = createRandomId(randomBytes);
    last = touch;
    keyValue.set('touch', writeTouch(touch));
  };
  const splits = (arrival: Arrival) => {
    const known = keptOf(last);
    // Compares only what this arrival has: an app that keeps one parameter, such as `ref`, in its
    // own links does not begin another campaign.
    const isOther = Object.entries(keptOf(arrival.touch)).some(
      ([name, value]) => CAMPAIGN_PARAMETERS.includes(name) && known[name] !== value,
    );
    return options.isSplitByCampaign && arrival.isVisit && isOther;
  };

  const touch = (now: number, isEvent = true, arrived = takeArrival()) => {
    const arrival = arrived ?? unstored;
    unstored = null;
    const isStale = arrival !== null || now - rememberedAt >= REMEMBER_EVERY_MS;
    if (isStale) load();
    const idle = now - lastAt;
    // After the clock was set back, the last event is in the future, which must not keep a session
    // for ever. Some hours are allowed, because a tab from before the change is that far ahead:
    // otherwise the two tabs would end each other's session again and again.
    if (!id || idle > idleMs || idle < -24 * idleMs || (arrival && splits(arrival))) {
      begin(arrival?.touch ?? {});
    } else if (!isEvent) return id;
    lastAt = now;
    if (isStale) {
      rememberedAt = now;
      // `idleMs` is for the site's own server, which reads the cookie but does not know this page's
      // options.
      keyValue.set('session', `${id}|${now}|${idleMs}`);
    }
    return id;
  };

  /**
   * Whether `key` with this `content` is new in the session. Marks it as seen, unless `isAsked`.
   */
  const claim = (key: string, content = '', isAsked = false) => {
    const [seenIn, ...seen] = (keyValue.get('seen') ?? '').split('|');
    const known = seenIn === id ? seen : [];
    const name = `${shortHash(key)}:`;
    const entry = name + (content && shortHash(content));
    if (known.includes(entry)) return false;
    if (isAsked) return true;
    const others = known.filter((other) => !other.startsWith(name));
    keyValue.set('seen', [id, ...others.slice(1 - MOST_SEEN), entry].join('|'));
    return true;
  };

  const reload = () => {
    id = '';
    lastAt = 0;
    rememberedAt = 0;
    last = {};
  };

  const open = () => {
    if (opened !== id) claim('');
    opened = id;
  };

  return {
    touch,
    visit: (now, arrival) => {
      touch(now, true, arrival);
      const isFirst = opened !== id && claim('', '', true);
      return {
        id,
        touch: last,
        first: isFirst ? readTouch(keyValue.get('first_touch')) : undefined,
      };
    },
    open,
    isFirst: (key, now, content) => {
      // Asking is no event: a key that is asked for again and again must not keep the session
      // alive.
      touch(now, false);
      return claim(key, content);
    },
    attribution: () => ({ first: readTouch(keyValue.get('first_touch')), last }),
    reload,
    join: (now) => {
      touch(now);
      open();
      return id;
    },
    rejoin: () => {
      const own = id;
      unstored = { touch: last, isVisit: true };
      reload();
      return own;
    },
    reset: () => {
      reload();
      for (const key of ['session', 'touch', 'first_touch', 'seen']) keyValue.remove(key);
    },
  };
};
