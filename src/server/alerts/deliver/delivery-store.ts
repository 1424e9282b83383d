// The SQL of deliveries: pending ones, their leases, and their outcomes.
import type { Delivery, DeliveryStatus } from '../../../protocol/alerts/delivery.js';
import { DatabaseQueryError } from '../../database/database-errors.js';
import type { ApplicationDatabase, ApplicationSql } from '../../database/ports.js';
import { requireFound } from '../../errors/require-found.js';
import { createId } from '../../keys/api-keys.js';
import type { RowWindow } from '../../list-page.js';
import type { MatchData, Message } from './delivery.js';

/** SQLSTATE: the alert was deleted. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A delivery that this process has leased, to send it now. */
export interface ClaimedDelivery extends Message {
  /** How many attempts there were, with this one. */
  readonly attempts: number;
}

export interface Finish {
  readonly status: DeliveryStatus;
  readonly responseStatus: number | null;
  readonly excerpt: string | null;
  readonly error: string | null;
  /** When a pending delivery is tried again; ISO 8601. */
  readonly nextAttemptAt: string | null;
}

export interface DeliveryStore {
  list(
    alertId: string,
    window: RowWindow,
    status?: DeliveryStatus,
  ): Promise<{ readonly rows: readonly Delivery[]; readonly total: number }>;
  /**
   * Leases due deliveries, taking alerts in turn. If this process dies, they are due again at `leaseUntil`.
   */
  claim(now: string, leaseUntil: string, most: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Records an outcome. Does nothing if another process has leased the delivery since, or if it was given up
   * meanwhile; in the latter case an arrival is recorded all the same. If a person was forgotten meanwhile, the
   * receiver's answer is not kept, since it may repeat that person's ids.
   */
  finish(
    delivery: Pick<ClaimedDelivery, 'id' | 'attempts' | 'data'>,
    end: Finish,
    now: string,
  ): Promise<void>;
  /** Makes a delivery due again that was leased but not sent. */
  release(delivery: Pick<ClaimedDelivery, 'id' | 'attempts'>, now: string): Promise<void>;
  /**
   * After a 410: pauses the alert if it still names that receiver, and gives up its pending deliveries to it.
   */
  endAlert(alertId: string, target: string, now: string): Promise<void>;
  /**
   * Stores a test delivery that was already attempted, and returns it.
   *
   * @throws DomainError NOT_FOUND when its alert was deleted meanwhile
   */
  insertFinished(message: Message, end: Finish, now: string): Promise<Delivery>;
  /** Deletes the finished deliveries that were created before then. */
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

/** Stores one delivery for each recipient, due at once. */
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

/** Gives up the pending deliveries to receivers other than these, and records the reason. */
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

/**
 * No delivery waits longer. A later due time was written by a clock that has been set back since: due now.
 */
const CLOCKS_APART = "interval '7 hours'";

const IS_DUE = `w.status = 'pending'
    AND (w.next_attempt_at <= $1 OR w.next_attempt_at > $1::timestamptz + ${CLOCKS_APART})`;

// The first of each alert comes before the second of any: a receiver that hangs must not delay other alerts.
// `due` is MATERIALIZED so that it runs once; as a subquery in IN it may run per row and lease more than $3.
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
        // Only while it still names the receiver: somebody may have replaced it meanwhile.
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
