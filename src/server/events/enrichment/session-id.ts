// Tells the visits of one day apart when the sender names none, without keeping who came.
import { createHash } from 'node:crypto';

/** What one visit has in common (decision N-63). */
export interface Visit {
  /** Of the day. It is deleted when the day is over: then nobody can tell the address. */
  readonly salt: string;
  readonly projectId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** 22 characters. */
export const sessionIdOf = ({ salt, projectId, address, userAgent }: Visit): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, projectId, address, userAgent]))
    .digest('base64url')
    .slice(0, 22);
