// Answers kept for repetitions of a request under the same Idempotency-Key, and the locks of running ones.
import type { Migration } from '../../ports.js';

export const idempotencyMigration: Migration = {
  id: '0002-idempotency',
  statements: [
    // `status` is null while the first request runs; `holder` is whoever runs it.
    `CREATE TABLE IF NOT EXISTS idempotency_keys (
      workspace_id text NOT NULL REFERENCES workspaces (id),
      key          text NOT NULL,
      fingerprint  text NOT NULL,
      holder       text NOT NULL,
      locked_until timestamptz NOT NULL,
      status       integer,
      body         text,
      stored_at    timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (workspace_id, key)
    )`,
    'CREATE INDEX IF NOT EXISTS idempotency_keys_by_age ON idempotency_keys (stored_at)',
  ],
};
