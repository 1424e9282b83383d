// When a block was orphaned last, so that it can be forgotten some day.
import type { Migration } from '../../ports.js';

export const orphanAgeMigration: Migration = {
  id: '0013-orphan-age',
  statements: [
    'ALTER TABLE chain_orphans ADD COLUMN IF NOT EXISTS orphaned_at timestamptz NOT NULL DEFAULT now()',
  ],
};
