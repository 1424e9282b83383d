// Marks the orphaned blocks whose events are still to be taken back.
import type { Migration } from '../../ports.js';

export const orphanDaysMigration: Migration = {
  id: '0008-orphan-days',
  statements: [
    // The day of the block; null once its events are taken back.
    'ALTER TABLE chain_orphans ADD COLUMN IF NOT EXISTS day date',
  ],
};
