// The SQL of evaluation: which alert is due, which matches were reported, and up to when was evaluated.
import type { Alert, AlertFilter, AlertRecipient } from '../../../protocol/alerts/alert.js';
import type { ApplicationDatabase, ApplicationSql } from '../../database/ports.js';
import { insertPending } from '../deliver/delivery-store.js';
import type { Match } from './match.js';

/** An alert that is due for evaluation. Instants are ISO 8601. */
export interface DueAlert {
  readonly id: string;
  readonly project_id: string;
  readonly trigger_type: Alert['trigger_type'];
  readonly trigger_filters: readonly AlertFilter[];
  readonly looks_from: string;
  readonly looked_until: string;
}

export interface MatchStore {
  /** Claims one alert that no process has evaluated since `before`. */
  claim(now: string, before: string): Promise<DueAlert | undefined>;
  /**
   * Stores the matches that were not reported yet, and a pending delivery to each recipient, in one
   * transaction.
   *
   * @param again ISO 8601: matches reported before this instant are reported again. Absent: never
   * @returns how many were new
   */
  report(
    alert: DueAlert,
    matches: readonly Match[],
    when: { readonly now: string; readonly again?: string },
  ): Promise<number>;
  /** Records that everything up to this instant was evaluated. */
  advance(alert: DueAlert, until: string): Promise<void>;
  /** Deletes remembered matches that no later evaluation can find again. */
  prune(before: string): Promise<void>;
}

/** An instant further in the future was written by a clock that has been set back since, and is ignored. */
const CLOCKS_APART = "interval '10 minutes'";

export function createMatchStore(database: ApplicationDatabase): MatchStore {
  return {
    async claim(now, before) {
      const [row] = await database.query<DueAlert>(
        // MATERIALIZED so that it runs once: as a subquery in IN it may run again for each row, and claim
        // further alerts that the caller never hears of.
        `WITH due AS MATERIALIZED (
           SELECT id FROM alerts
           WHERE status = 'active' AND (evaluated_at <= $2 OR evaluated_at > $1::timestamptz + ${CLOCKS_APART})
           ORDER BY evaluated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
         )
         UPDATE alerts AS a SET evaluated_at = $1 FROM due WHERE a.id = due.id
         RETURNING a.id, project_id, trigger_type, trigger_filters, looks_from, looked_until`,
        [now, before],
      );
      return row;
    },
    report: (alert, matches, { now, again }) =>
      database.transaction(async (sql) => {
        const recipients = await recipientsOf(sql, alert);
        if (recipients === undefined) return 0;
        const byHash = new Map(matches.map((match) => [match.hash, match]));
        const rows = await sql.query<{ match_hash: string }>(
          `INSERT INTO alert_matches AS m (alert_id, match_hash, matched_at)
           SELECT $1, hash, $3::timestamptz FROM unnest($2::text[]) AS hash
           ON CONFLICT (alert_id, match_hash) DO UPDATE SET matched_at = excluded.matched_at
             WHERE $4::timestamptz IS NOT NULL
               AND (m.matched_at <= $4 OR m.matched_at > $3::timestamptz + ${CLOCKS_APART})
           RETURNING match_hash`,
          [alert.id, [...byHash.keys()], now, again ?? null],
        );
        const fresh = new Set(rows.map(({ match_hash }) => match_hash));
        const data = [...byHash.values()].filter(({ hash }) => fresh.has(hash));
        if (data.length > 0) {
          const found = { data: data.map((match) => match.data), now };
          await insertPending(sql, { id: alert.id, recipients }, found);
        }
        return data.length;
      }),
    async advance({ id, looks_from }, until) {
      await database.query(
        `UPDATE alerts SET looked_until = $3
         WHERE id = $1 AND looks_from = $2
           AND (looked_until < $3 OR looked_until > $3::timestamptz + ${CLOCKS_APART})`,
        [id, looks_from, until],
      );
    },
    async prune(before) {
      // Not up to `before` for an alert that is behind: it may still find those events. (Wallets count for a day.)
      await database.query(
        `DELETE FROM alert_matches AS m USING alerts AS a
         WHERE a.id = m.alert_id AND m.matched_at < least($1::timestamptz, a.looked_until - interval '2 days')`,
        [before],
      );
    },
  };
}

/** `undefined` when the alert was paused, changed or deleted since it was claimed. */
async function recipientsOf(sql: ApplicationSql, { id, looks_from }: DueAlert) {
  const [row] = await sql.query<{ recipient: readonly AlertRecipient[] }>(
    `SELECT recipient FROM alerts
     WHERE id = $1 AND looks_from = $2 AND status = 'active' FOR UPDATE`,
    [id, looks_from],
  );
  return row && targetsOf(row.recipient);
}

/** Each pair of type and address once. */
export const targetsOf = (recipients: readonly AlertRecipient[]) => [
  ...new Map(
    recipients
      .flatMap(({ type, value }) => value.map((target) => ({ type, target })))
      .map((one) => [`${one.type} ${one.target}`, one] as const),
  ).values(),
];
