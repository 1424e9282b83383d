// The SQL of deliveries: what waits to be sent, who sends it, and how it went.
import type { Delivery, DeliveryStatus } from '../../../protocol/alerts/delivery.js';
import { DatabaseQueryError } from '../../database/database-errors.js';
import type { ApplicationDatabase, ApplicationSql } from '../../database/ports.js';
import { createId } from '../../keys/api-keys.js';
import type { RowWindow } from '../../list-page.js';
import { requireFound } from '../../require-found.js';
import type { MatchData, Message } from './delivery.js';

/** SQLSTATE. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A delivery that this process sends now. */
export interface ClaimedDelivery extends Message {
  /** With this one. */
  readonly attempts: number;
}

export interface Finish {
  readonly status: DeliveryStatus;
  readonly responseStatus: number | null;
  readonly excerpt: string | null;
  readonly error: string | null;
  /** ISO 8601, while it is pending. */
  readonly nextAttemptAt: string | null;
}

export interface DeliveryStore {
  list(
    alertId: string,
    window: RowWindow,
    status?: DeliveryStatus,
  ): Promise<{ readonly rows: readonly Delivery[]; readonly total: number }>;
  /** Takes what is due, of each alert in turn; it is due again at `leaseUntil`, should this process die. */
  claim(now: string, leaseUntil: string, most: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Does nothing when another process has taken it meanwhile, nor to one that was given up meanwhile, unless that
   * arrived. Where somebody was forgotten meanwhile, what the receiver said is not kept: it may repeat who that was.
   */
  finish(
    delivery: Pick<ClaimedDelivery, 'id' | 'attempts' | 'data'>,
    end: Finish,
    now: string,
  ): Promise<void>;
  /** Gives back what was not sent. */
  release(delivery: Pick<ClaimedDelivery, 'id' | 'attempts'>, now: string): Promise<void>;
  /** The receiver is gone: an alert that names it ends, and what waits for the same receiver with it. */
  endAlert(alertId: string, target: string, now: string): Promise<void>;
  /**
   * Stores a delivery that was made already, and answers it.
   *
   * @throws DomainError NOT_FOUND when its alert was deleted meanwhile
   */
  insertFinished(message: Message, end: Finish, now: string): Promise<Delivery>;
  /** Deletes what is older than that. */
  prune(before: string): Promise<void>;
}

const SHOWN = `d.id, d.alert_id, d.type, d.target, d.status, d.test, d.matches, d.attempts,
  d.response_status, d.response_excerpt, d.error, d.created_at, d.next_attempt_at, d.finished_at`;

interface ClaimedRow {
  readonly id: string;
  readonly alert_id: string;
  readonly type: Message['type'];
  readonly target: string;
  readonly created_at: string;
  readonly attempts: number;
  readonly data: readonly MatchData[] | null;
  readonly name: string;
  readonly trigger_type: Message['alert']['trigger_type'];
  readonly secret: string | null;
}

/** One for each recipient, to be sent at once. */
export async function insertPending(
  sql: ApplicationSql,
  alert: { readonly id: string; readonly recipients: readonly Pick<Message, 'type' | 'target'>[] },
  { data, now }: { readonly data: readonly MatchData[]; readonly now: string },
): Promise<void> {
  const matches = JSON.stringify(data);
  for (const { type, target } of alert.recipients) {
    await sql.query(
      `INSERT INTO alert_deliveries
         (id, alert_id, type, target, status, matches, data, created_at, next_attempt_at)
       VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $7)`,
      [createId('dlv'), alert.id, type, target, data.length, matches, now],
    );
  }
}

/** Gives up what waits for receivers other than these, and writes down why. */
export async function endOthers(
  sql: ApplicationSql,
  alert: { readonly id: string; readonly recipients: readonly Pick<Message, 'type' | 'target'>[] },
  why: string,
): Promise<void> {
  await sql.query(
    `UPDATE alert_deliveries SET status = 'failed', data = NULL, next_attempt_at = NULL,
       error = $4, finished_at = now()
     WHERE alert_id = $1 AND status = 'pending'
       AND (type, target) NOT IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [
      alert.id,
      alert.recipients.map(({ type }) => type),
      alert.recipients.map(({ target }) => target),
      why,
    ],
  );
}

/** Longer than any delivery waits: what is due later was written under a clock that has been set back since. */
const CLOCKS_APART = "interval '7 hours'";

const IS_DUE = `w.status = 'pending'
    AND (w.next_attempt_at <= $1 OR w.next_attempt_at > $1::timestamptz + ${CLOCKS_APART})`;

// One of each alert before a second of any: what waits for a receiver that hangs must not keep the rest waiting.
// What is due in a part of its own, which runs once: within IN, a plan for few rows takes more at each of them.
const CLAIM = `WITH turns AS (
  SELECT w.id, row_number() OVER (PARTITION BY w.alert_id ORDER BY w.next_attempt_at, w.id) AS turn
  FROM alert_deliveries AS w WHERE ${IS_DUE}
),
due AS MATERIALIZED (
  SELECT w.id FROM alert_deliveries AS w JOIN turns ON turns.id = w.id WHERE ${IS_DUE}
  ORDER BY turns.turn, w.next_attempt_at, w.id LIMIT $3 FOR UPDATE OF w SKIP LOCKED
)
UPDATE alert_deliveries AS d SET attempts = d.attempts + 1, next_attempt_at = $2
FROM due, alerts AS a
WHERE d.id = due.id AND a.id = d.alert_id
RETURNING d.id, d.alert_id, d.type, d.target, d.created_at, d.attempts, d.data,
  a.name, a.trigger_type, a.secret`;

export function createDeliveryStore(database: ApplicationDatabase): DeliveryStore {
  return {
    async list(alertId, { limit, offset }, status) {
      const where = 'd.alert_id = $1 AND ($2::text IS NULL OR d.status = $2)';
      const rows = await database.query<Delivery>(
        `SELECT ${SHOWN} FROM alert_deliveries AS d WHERE ${where}
         ORDER BY d.created_at DESC, d.id LIMIT $3 OFFSET $4`,
        [alertId, status ?? null, limit, offset],
      );
      const [count] = await database.query<{ total: number }>(
        `SELECT count(*) AS total FROM alert_deliveries AS d WHERE ${where}`,
        [alertId, status ?? null],
      );
      return { rows, total: count?.total ?? 0 };
    },
    async claim(now, leaseUntil, most) {
      const rows = await database.query<ClaimedRow>(CLAIM, [now, leaseUntil, most]);
      return rows.map(toClaimed);
    },
    async finish({ id, attempts, data }, end, now) {
      await database.query(
        `UPDATE alert_deliveries SET status = $3, response_status = $4,
           response_excerpt = CASE WHEN matches = $9 THEN $5 END, error = $6, next_attempt_at = $7,
           finished_at = CASE WHEN $3 = 'pending' THEN NULL ELSE $8::timestamptz END,
           data = CASE WHEN $3 = 'pending' THEN data ELSE NULL END
         WHERE id = $1 AND attempts = $2 AND (status = 'pending' OR $3 = 'delivered')`,
        [
          id,
          attempts,
          end.status,
          end.responseStatus,
          end.excerpt,
          end.error,
          end.nextAttemptAt,
          now,
          data.length,
        ],
      );
    },
    async release({ id, attempts }, now) {
      await database.query(
        `UPDATE alert_deliveries SET attempts = attempts - 1, next_attempt_at = $3
         WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
        [id, attempts, now],
      );
    },
    async endAlert(alertId, target, now) {
      await database.query(
        // Meanwhile somebody may have named another receiver in its place.
        `UPDATE alerts SET status = 'inactive', updated_at = now()
         WHERE id = $1 AND EXISTS (
           SELECT 1 FROM json_array_elements(recipient) AS r, json_array_elements_text(r -> 'value') AS named
           WHERE named = $2)`,
        [alertId, target],
      );
      await database.query(
        `UPDATE alert_deliveries SET status = 'failed', data = NULL, next_attempt_at = NULL,
           error = 'The receiver is gone.', finished_at = $3
         WHERE alert_id = $1 AND target = $2 AND status = 'pending'`,
        [alertId, target, now],
      );
    },
    async insertFinished({ id, alert, type, target, test, data, createdAt }, end, now) {
      const inserted = database.query<Delivery>(
        `INSERT INTO alert_deliveries AS d (id, alert_id, type, target, status, test, matches, attempts,
           response_status, response_excerpt, error, created_at, finished_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $12) RETURNING ${SHOWN}`,
        [
          id,
          alert.id,
          type,
          target,
          end.status,
          test,
          data.length,
          end.responseStatus,
          end.excerpt,
          end.error,
          createdAt,
          now,
        ],
      );
      const rows = await inserted.catch((error) => {
        const isOfNone =
          error instanceof DatabaseQueryError && error.code === FOREIGN_KEY_VIOLATION;
        if (isOfNone) return [];
        throw error;
      });
      return requireFound(rows[0], `alert ${JSON.stringify(alert.id)}`);
    },
    async prune(before) {
      await database.query(
        "DELETE FROM alert_deliveries WHERE created_at < $1 AND status <> 'pending'",
        [before],
      );
    },
  };
}

const toClaimed = (row: ClaimedRow): ClaimedDelivery => ({
  id: row.id,
  type: row.type,
  target: row.target,
  createdAt: row.created_at,
  test: false,
  attempts: row.attempts,
  data: row.data ?? [],
  alert: {
    id: row.alert_id,
    name: row.name,
    trigger_type: row.trigger_type,
    secret: row.secret,
  },
});
