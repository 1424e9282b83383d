// Loads of events whose end is not known, so that other processes neither delete nor rebuild anything meanwhile.
import type { Migration } from '../../ports.js';

export const unfinishedLoadsMigration: Migration = {
  id: '0012-unfinished-loads',
  statements: [
    `CREATE TABLE IF NOT EXISTS unfinished_loads (
      segment  text PRIMARY KEY,
      begun_at timestamptz NOT NULL DEFAULT now()
    )`,
  ],
};
