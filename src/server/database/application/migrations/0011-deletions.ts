// Deletions of people that are not complete yet, so that one that was cut short can be finished.
import type { Migration } from '../../ports.js';

export const deletionsMigration: Migration = {
  id: '0011-deletions',
  statements: [
    // `scope` is JSON, as a text so that equal ones can be found.
    `CREATE TABLE IF NOT EXISTS deletions (
      id       text PRIMARY KEY,
      scope    text NOT NULL,
      until    text NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now()
    )`,
  ],
};
