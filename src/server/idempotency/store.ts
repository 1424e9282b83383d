// The SQL of idempotency keys. Every decision is one statement, so that any number of processes agree.
import type { ApplicationSql } from '../database/ports.js';

/** A key as a request uses it. */
export interface KeyedRequest {
  readonly workspaceId: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** Tells requests apart: equal for a repetition. */
  readonly fingerprint: string;
}

/** What was answered, and is answered again. */
export interface StoredAnswer {
  readonly status: number;
  /** JSON text; `null` for an answer without body. */
  readonly body: string | null;
}

export interface FoundKey {
  readonly fingerprint: string;
  /** `undefined` while the request runs. */
  readonly answer: StoredAnswer | undefined;
}

export interface IdempotencyStore {
  /** Whether the key is now the holder's: new, expired, or left behind by a crash. */
  claim(request: KeyedRequest, holder: string): Promise<boolean>;
  find(request: KeyedRequest): Promise<FoundKey | undefined>;
  /** Whether it was still the holder's to complete. */
  complete(request: KeyedRequest, holder: string, answer: StoredAnswer): Promise<boolean>;
  release(request: KeyedRequest, holder: string): Promise<void>;
  /** Deletes expired answers, a bounded number in each statement. */
  sweep(): Promise<void>;
}

export interface KeptFor {
  readonly ttlMs: number;
  /** After this a running request counts as crashed. */
  readonly lockMs: number;
}

const milliseconds = (param: string): string => `(${param} * interval '1 millisecond')`;

// SQL of rows `kept`. An instant too far ahead was written by a clock that has been set back since: without the second
// halves, such a lock or answer would be kept until that time came again. A lock allows for small corrections.
const isFree = (lock: string): string =>
  `(kept.locked_until <= now() OR kept.locked_until > now() + 2 * ${milliseconds(lock)})`;
const hasExpired = (ttl: string): string =>
  `(kept.stored_at <= now() - ${milliseconds(ttl)} OR kept.stored_at > now() + ${milliseconds(ttl)})`;

const CLAIM = `
INSERT INTO idempotency_keys AS kept (workspace_id, key, fingerprint, holder, locked_until)
VALUES ($1, $2, $3, $4, now() + ${milliseconds('$5')})
ON CONFLICT (workspace_id, key) DO UPDATE SET
  fingerprint = excluded.fingerprint, holder = excluded.holder,
  locked_until = excluded.locked_until, status = NULL, body = NULL, stored_at = now()
WHERE (kept.status IS NULL AND ${isFree('$5')})
  OR (kept.status IS NOT NULL AND ${hasExpired('$6')})
RETURNING holder`;

const SWEPT_AT_ONCE = 1_000;

const SWEEP = `
DELETE FROM idempotency_keys WHERE (workspace_id, key) IN (
  SELECT workspace_id, key FROM idempotency_keys AS kept
  WHERE ${hasExpired('$1')} AND ${isFree('$2')}
  ORDER BY stored_at LIMIT ${SWEPT_AT_ONCE}
) RETURNING 1`;

export function createIdempotencyStore(
  sql: ApplicationSql,
  { ttlMs, lockMs }: KeptFor,
): IdempotencyStore {
  return {
    async claim({ workspaceId, key, fingerprint }, holder) {
      const params = [workspaceId, key, fingerprint, holder, lockMs, ttlMs];
      return (await sql.query(CLAIM, params)).length === 1;
    },
    async find({ workspaceId, key }) {
      const [row] = await sql.query<{
        fingerprint: string;
        status: number | null;
        body: string | null;
      }>(
        'SELECT fingerprint, status, body FROM idempotency_keys WHERE workspace_id = $1 AND key = $2',
        [workspaceId, key],
      );
      if (row === undefined) return undefined;
      const { fingerprint, status, body } = row;
      return { fingerprint, answer: status === null ? undefined : { status, body } };
    },
    async complete({ workspaceId, key }, holder, { status, body }) {
      const rows = await sql.query(
        `UPDATE idempotency_keys SET status = $4, body = $5, stored_at = now()
         WHERE workspace_id = $1 AND key = $2 AND holder = $3 AND status IS NULL
         RETURNING key`,
        [workspaceId, key, holder, status, body],
      );
      return rows.length === 1;
    },
    async release({ workspaceId, key }, holder) {
      await sql.query(
        `DELETE FROM idempotency_keys
         WHERE workspace_id = $1 AND key = $2 AND holder = $3 AND status IS NULL`,
        [workspaceId, key, holder],
      );
    },
    async sweep() {
      let swept: number;
      do {
        swept = (await sql.query(SWEEP, [ttlMs, lockMs])).length;
      } while (swept === SWEPT_AT_ONCE);
    },
  };
}
