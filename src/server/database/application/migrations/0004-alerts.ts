// Alerts, what they matched already, and what they told whom.
import type { Migration } from '../../ports.js';

export const alertsMigration: Migration = {
  id: '0004-alerts',
  statements: [
    // `looks_from` and `looked_until` are instants of the analytics database, by whose clock events
    // are stored; `evaluated_at` is one of the processes that take turns.
    `CREATE TABLE IF NOT EXISTS alerts (
      id              text PRIMARY KEY,
      project_id      text NOT NULL REFERENCES projects (id),
      name            text NOT NULL,
      trigger_type    text NOT NULL,
      status          text NOT NULL DEFAULT 'active',
      trigger_filters json NOT NULL,
      recipient       json NOT NULL,
      secret          text,
      looks_from      timestamptz NOT NULL,
      looked_until    timestamptz NOT NULL,
      evaluated_at    timestamptz NOT NULL,
      created_at      timestamptz NOT NULL DEFAULT now(),
      updated_at      timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS alerts_by_project ON alerts (project_id, created_at)',
    `CREATE INDEX IF NOT EXISTS alerts_due ON alerts (evaluated_at) WHERE status = 'active'`,
    // A hash stands for the event or the wallet. Whoever inserts the row reports the match.
    `CREATE TABLE IF NOT EXISTS alert_matches (
      alert_id   text NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
      match_hash text NOT NULL,
      matched_at timestamptz NOT NULL,
      PRIMARY KEY (alert_id, match_hash)
    )`,
    // `data` is what was matched, until the delivery is finished. A row that is being sent is due again
    // at `next_attempt_at`, should its process die.
    `CREATE TABLE IF NOT EXISTS alert_deliveries (
      id               text PRIMARY KEY,
      alert_id         text NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
      type             text NOT NULL,
      target           text NOT NULL,
      status           text NOT NULL,
      test             boolean NOT NULL DEFAULT false,
      matches          integer NOT NULL,
      data             json,
      attempts         integer NOT NULL DEFAULT 0,
      response_status  integer,
      response_excerpt text,
      error            text,
      created_at       timestamptz NOT NULL,
      next_attempt_at  timestamptz,
      finished_at      timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS alert_deliveries_by_alert ON alert_deliveries (alert_id, created_at)',
    `CREATE INDEX IF NOT EXISTS alert_deliveries_due ON alert_deliveries (next_attempt_at)
     WHERE status = 'pending'`,
    'CREATE INDEX IF NOT EXISTS alert_deliveries_by_age ON alert_deliveries (created_at)',
  ],
};
