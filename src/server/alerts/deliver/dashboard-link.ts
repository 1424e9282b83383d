// Links from messages to the dashboard: to an alert, and to whoever matched it.
import { isStorable } from '../../is-storable.js';
import type { MatchData } from './delivery.js';

/** Ids come from visitors, and may be long. The link to such a one is left out. */
const LONGEST_LINK = 150;

/** @param origin of the server, such as `https://events.example.com` */
export const alertLink = (origin: string, id: string): string => `${origin}/#/alerts/${id}`;

/** The page of the wallet, or else of the visitor; undefined if a match names neither. */
export function matchLink(origin: string, match: MatchData): string | undefined {
  const { address, anonymous_id: visitor } = match;
  const page = isNamed(address)
    ? `wallets/${encodeURIComponent(address)}`
    : isNamed(visitor)
      ? `live/${encodeURIComponent(visitor)}`
      : undefined;
  const link = `${origin}/#/${page}`;
  return page === undefined || link.length > LONGEST_LINK ? undefined : link;
}

/** Half a surrogate pair cannot be written into a link. */
const isNamed = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && isStorable(id);
