// Makes ids for the sessions of events that were sent without one, so that nobody can tell who the visitor was.
import { createHash } from 'node:crypto';

/**
 * What all events of one visit share (decision N-63). The visitor and the day of the event belong to it, so
 * that the history of many people, sent at once from one place, does not become one visit.
 */
export interface Visit {
  /** The salt of the day. It is deleted when the day is over: then nobody can find the address by trying all. */
  readonly salt: string;
  readonly projectId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly visitor: string;
  /** When the event happened: days since 1970, in UTC. */
  readonly day: number;
}

/** 22 characters. */
export const sessionIdOf = (visit: Visit): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        visit.salt,
        visit.projectId,
        visit.address,
        visit.userAgent,
        visit.visitor,
        visit.day,
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
