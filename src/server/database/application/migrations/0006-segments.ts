// Saved conditions on wallets.
import type { Migration } from '../../ports.js';

export const segmentsMigration: Migration = {
  id: '0006-segments',
  statements: [
    // `json` and not `jsonb`, which would reorder the keys of what a caller sent.
    `CREATE TABLE IF NOT EXISTS segments (
      id          text PRIMARY KEY,
      project_id  text NOT NULL REFERENCES projects (id),
      name        text NOT NULL,
      description text,
      logic       text NOT NULL,
      conditions  json NOT NULL,
      behaviors   json NOT NULL,
      created_at  timestamptz NOT NULL DEFAULT now()
    )`,
    'CREATE INDEX IF NOT EXISTS segments_by_project ON segments (project_id, created_at)',
  ],
};
