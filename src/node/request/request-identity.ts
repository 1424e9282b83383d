// Reads from the browser SDK's cookies whose request it is, so that server events join the browser's visit.
import { attempt } from '../../core/attempt.js';
import type { Properties } from '../../core/tracker-types.js';
import { MAX_ID_LENGTH } from '../../protocol/limits.js';
import type { About } from '../server-tracker-types.js';
import { headerOf, type RequestLike } from './request-like.js';

/** After this time without an event a visit is over, unless the browser's tracker says another. */
const SESSION_IDLE_MS = 30 * 60_000;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The values of the cookies whose names begin with `prefix`, by the rest of the name. */
const readCookies = (request: RequestLike, prefix: string): ReadonlyMap<string, string> => {
  const pairs = (headerOf(request, 'cookie') ?? '').split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = decode(pair.slice(equals + 1).trim());
    return equals > 0 && name.startsWith(prefix) && value !== undefined
      ? [[name.slice(prefix.length), value] as const]
      : [];
  });
  // Of two of one name, as where the site's server wrote one for its host alone, the browser's tracker reads the first.
  return new Map(pairs.reverse());
};

/** A visitor can write anything into a cookie: what the server would refuse is left out. */
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

/** How the visitor came to the visit, as the browser keeps it; undefined where that is not known. */
const touchIn = (value: string | undefined): Properties | undefined => {
  const touch: unknown = attempt(() => JSON.parse(value ?? 'null'));
  return typeof touch === 'object' && touch !== null ? (touch as Properties) : undefined;
};

export interface RequestIdentity extends About {
  /** Unchecked: what the visitor's cookie says. Of a visit that goes on. */
  readonly touch?: Properties | undefined;
}

/** @param namespace what the SDK names its cookies after: see `namespaceIn` */
export const readRequestIdentity = (
  request: RequestLike,
  namespace: string,
  now: number,
): RequestIdentity => {
  const cookies = readCookies(request, `chaintrail_${namespace}_`);
  // Who refused to be followed in the browser is nobody here too.
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
