// A match of an alert: an event or a wallet, told from others by a hash.
import { createHash } from 'node:crypto';
import type { MatchData } from '../deliver/delivery.js';

export interface Match {
  /** What is remembered of it: enough to know it again, too little to read it. */
  readonly hash: string;
  readonly data: MatchData;
}

export const matchHash = (kind: 'event' | 'user', id: string): string =>
  createHash('sha256').update(`${kind}:${id}`).digest('base64url');

/** What came in between two instants of the analytics database: `YYYY-MM-DD hh:mm:ss.mmm` in UTC. */
export interface Window {
  readonly projectId: string;
  /** Not itself. */
  readonly after: string;
  readonly until: string;
}

/** How that database writes an instant. */
export const databaseInstant = (isoText: string): string =>
  new Date(isoText).toISOString().replace('T', ' ').slice(0, 23);

/** SQL: the events `e` of people that came in within the window. */
export const IN_WINDOW = `e.project_id = {project:String} AND e.is_bot = 0
  AND e.stored_at > {after:DateTime64(3, 'UTC')} AND e.stored_at <= {until:DateTime64(3, 'UTC')}`;

export const windowParams = ({ projectId, after, until }: Window) => ({
  project: projectId,
  after,
  until,
});
