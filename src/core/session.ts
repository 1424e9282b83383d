// The visit that an event belongs to: a new one begins after a time without events, or with a new campaign.
import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';
import { createRandomId } from './message-id.js';
import type { KeyValue, RandomBytes, TakeArrival } from './ports.js';
import { shortHash } from './short-hash.js';
import { type Arrival, readTouch, type Touch, writeTouch } from './touch.js';

/** How stale the kept time of the last event may be: writing a cookie at every event is slow. */
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
  /** Looks who the visitor is by now: true when that is another than before. */
  readonly refresh: () => boolean;
}

export interface Visit {
  readonly id: string;
  /** How this session's visitor came; the same object for as long as the session lasts. */
  readonly touch: Touch;
  /** How the visitor came at first; until `open` was called in the session, in whichever page or tab. */
  readonly first?: Touch | undefined;
}

export interface Session {
  /** The session's id for an event at `now`; begins a new session when the last one is over. */
  touch(now: number): string;
  /** The same for an event that is recorded, and of which is known whether the visitor arrived with it. */
  visit(now: number, arrival: Arrival | null): Visit;
  /** An event of the session's last visit was recorded: it was the first one, unless another was. */
  open(): void;
  /** True for the first call with `key` in the session at `now`, and when `content` is another than before. */
  isFirst(key: string, now: number, content?: string): boolean;
  /** How the visitor came at first, and to the present session. */
  attribution(): { readonly first: Touch; readonly last: Touch };
  /** Reads again what is stored. */
  reload(): void;
  /** The same, where this visit was not stored: it goes on there, or begins there as it did here. */
  rejoin(): void;
  reset(): void;
}

/** Of a long one, another tab knows only what is kept. */
const keptOf = (touch: Touch) => readTouch(writeTouch(touch));

/** Sessions are shared by the tabs of a site, through `keyValue`. */
export const createSession = (options: SessionOptions): Session => {
  const { keyValue, randomBytes, idleMs, takeArrival } = options;
  let id = '';
  let lastAt = 0;
  let rememberedAt = 0;
  let last: Touch = {};
  /** How this visit began, until it has been told whether it goes on with another that is stored. */
  let unstored: Arrival | null = null;
  /** The session whose first event is known to have been. */
  let opened = '';

  const load = () => {
    // The session of another person is not this one's, nor this one's theirs.
    if (options.refresh()) reload();
    const [storedId = '', storedAt] = (keyValue.get('session') ?? '').split('|');
    const at = Number(storedAt);
    // What another tab wrote since this one did counts: there, a campaign or a new person may have begun another.
    if (!storedId || at < (storedId === id ? lastAt : rememberedAt)) return;
    if (storedId !== id) last = readTouch(keyValue.get('touch'));
    id = storedId;
    lastAt = at;
  };
  const begin = (touch: Touch) => {
    // Of a visitor who was here before, this touch is not the first, even where that is lost.
    if (!id && keyValue.get('first_touch') === null) {
      keyValue.set('first_touch', writeTouch(touch));
    }
    id = createRandomId(randomBytes);
    last = touch;
    keyValue.set('touch', writeTouch(touch));
  };
  const splits = (arrival: Arrival) => {
    const known = keptOf(last);
    // An app that keeps a part of them in its own links, such as `ref`, brings no other campaign.
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
    // A clock that was set back is no reason to go on for ever. By some hours another tab may be ahead that
    // saw it before, and each of the two would end the other's session again and again.
    if (!id || idle > idleMs || idle < -24 * idleMs || (arrival && splits(arrival))) {
      begin(arrival?.touch ?? {});
    } else if (!isEvent) return id;
    lastAt = now;
    if (isStale) {
      rememberedAt = now;
      // The last for the site's server, which does not know this page's options.
      keyValue.set('session', `${id}|${now}|${idleMs}`);
    }
    return id;
  };

  /** Whether the present session sees `key` for the first time; `isAsked`: and will see it so again. */
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
    open: () => {
      if (opened !== id) claim('');
      opened = id;
    },
    isFirst: (key, now, content) => {
      // What is asked again and again, and not told, is no reason to go on.
      touch(now, false);
      return claim(key, content);
    },
    attribution: () => ({ first: readTouch(keyValue.get('first_touch')), last }),
    reload,
    rejoin: () => {
      unstored = { touch: last, isVisit: true };
      reload();
    },
    reset: () => {
      reload();
      for (const key of ['session', 'touch', 'first_touch', 'seen']) keyValue.remove(key);
    },
  };
};
