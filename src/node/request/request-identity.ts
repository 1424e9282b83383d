// Reads from the browser SDK's cookies who sent a request, so that server events join the browser's
// visit.
import { attempt } from '../../core/attempt.js';
import type { Properties } from '../../core/tracker-types.js';
import { MAX_ID_LENGTH } from '../../protocol/limits.js';
import type { About } from '../server-tracker-types.js';
import { headerOf, type RequestLike } from './request-like.js';

/**
 * A visit is over after this time without an event, unless the session cookie gives another.
 * Milliseconds.
 */
const SESSION_IDLE_MS = 30 * 60_000;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The cookies whose names begin with `prefix`, by the rest of their name. */
const readCookies = (request: RequestLike, prefix: string): ReadonlyMap<string, string> => {
  const pairs = (headerOf(request, 'cookie') ?? '').split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = decode(pair.slice(equals + 1).trim());
    return equals > 0 && name.startsWith(prefix) && value !== undefined
      ? [[name.slice(prefix.length), value] as const]
      : [];
  });
  // Of two cookies of one name (the site's server may have set one for its host alone) the
  // browser's tracker reads the first: reversed, so that the first one wins in the Map.
  return new Map(pairs.reverse());
};

/** A visitor can write anything into a cookie: an id that the server would refuse is left out. */
const idOf = (value: string | undefined): string | undefined =>
  value && value.length <= MAX_ID_LENGTH && !/\p{Cc}/u.test(value) ? value : undefined;

const addressIn = (value: string | undefined): string | undefined => {
  try {
    const address: unknown = JSON.parse(value ?? 'null')?.address;
    return typeof address === 'string' && address.length <= 128 ? idOf(address) : undefined;
  } catch {
    return undefined;
  }
};

const sessionIn = (value: string | undefined, now: number): string | undefined => {
  const [id, at, idleMs = SESSION_IDLE_MS] = (value ?? '').split('|');
  return now - Number(at) <= Number(idleMs) ? idOf(id) : undefined;
};

/**
 * How the visitor came to this visit, as the browser's tracker stored it; undefined where that is
 * not known.
 */
const touchIn = (value: string | undefined): Properties | undefined => {
  const touch: unknown = attempt(() => JSON.parse(value ?? 'null'));
  return typeof touch === 'object' && touch !== null ? (touch as Properties) : undefined;
};

export interface RequestIdentity extends About {
  /** From the visitor's cookie, unchecked. Only while the visit goes on. */
  readonly touch?: Properties | undefined;
}

/**
 * @param namespace part of the cookies' names, see `namespaceIn`
 * @param now milliseconds since 1970
 */
export const readRequestIdentity = (
  request: RequestLike,
  namespace: string,
  now: number,
): RequestIdentity => {
  const cookies = readCookies(request, `chaintrail_${namespace}_`);
  // A visitor who refused consent in the browser is not identified here either.
  if (cookies.get('consent') === 'denied') return {};
  const sessionId = sessionIn(cookies.get('session'), now);
  return {
    anonymousId: idOf(cookies.get('anonymous_id')),
    userId: idOf(cookies.get('user_id')),
    address: addressIn(cookies.get('wallet')),
    sessionId,
    touch: sessionId === undefined ? undefined : touchIn(cookies.get('touch')),
  };
};
