// A match of an alert: an event or a wallet, identified by a hash.
import { createHash } from 'node:crypto';
import type { MatchData } from '../deliver/delivery.js';

export interface Match {
  /** What is kept to recognise a match again; the id itself cannot be read from it. */
  readonly hash: string;
  readonly data: MatchData;
}

export const matchHash = (kind: 'event' | 'user', id: string): string =>
  createHash('sha256').update(`${kind}:${id}`).digest('base64url');

/** A window of `stored_at`, by the analytics database's clock: `YYYY-MM-DD hh:mm:ss.mmm` in UTC. */
export interface Window {
  readonly projectId: string;
  /** Exclusive. */
  readonly after: string;
  readonly until: string;
}

/** An instant in the notation of the analytics database. */
export const databaseInstant = (isoText: string): string =>
  new Date(isoText).toISOString().replace('T', ' ').slice(0, 23);

/** SQL: the events `e` in the window that are not from bots. */
export const IN_WINDOW = `e.project_id = {project:String} AND e.is_bot = 0
  AND e.stored_at > {after:DateTime64(3, 'UTC')} AND e.stored_at <= {until:DateTime64(3, 'UTC')}`;

export const windowParams = ({ projectId, after, until }: Window) => ({
  project: projectId,
  after,
  until,
});
