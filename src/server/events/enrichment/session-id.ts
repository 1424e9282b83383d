// Tells the visits of one day apart when the sender names none, without keeping who came.
import { createHash } from 'node:crypto';

/**
 * What one visit has in common (decision N-63), with the visitor and the day of the event: what is sent
 * together from one place, such as the history of many people, is no visit of one.
 */
export interface Visit {
  /** Of the day. It is deleted when the day is over: then nobody can tell the address. */
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
