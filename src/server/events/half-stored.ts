// Knows which segments may be stored in part: each one from just before its insert until that has succeeded.
import type { ApplicationSql } from '../database/ports.js';

export interface HalfStored {
  /** To be called before an insert begins. */
  add(segmentId: string): Promise<void>;
  /** To be called when it has succeeded. */
  remove(segmentId: string): Promise<void>;
  /** Whether there are none, neither of this process nor of others. */
  isEmpty(): Promise<boolean>;
}

/**
 * A process that is killed within a load completes it after its next start. For one that never comes back, the others
 * do not wait longer than this.
 */
const IS_RECENT = "begun_at BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'";

const ADD = `INSERT INTO unfinished_loads (segment) VALUES ($1)
ON CONFLICT (segment) DO UPDATE SET begun_at = now()`;
const REMOVE = `DELETE FROM unfinished_loads WHERE segment = $1 OR NOT ${IS_RECENT}`;
const FIND = `SELECT 1 FROM unfinished_loads WHERE ${IS_RECENT} LIMIT 1`;

/**
 * @param ids of segments that an earlier run left, which it may have stored in part
 * @param shared where the processes of one database tell each other. Default: there are no others
 */
export function createHalfStored(ids: readonly string[], shared?: ApplicationSql): HalfStored {
  const own = new Set(ids);
  return {
    async add(segmentId) {
      own.add(segmentId);
      await shared?.query(ADD, [segmentId]);
    },
    async remove(segmentId) {
      await shared?.query(REMOVE, [segmentId]);
      own.delete(segmentId);
    },
    async isEmpty() {
      if (own.size > 0) return false;
      return shared === undefined || (await shared.query(FIND)).length === 0;
    },
  };
}
