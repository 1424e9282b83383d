// Of payments only what keeps them from being taken twice, and whose sale they were, so that payers are forgotten.
import type { Migration } from '../../ports.js';

export const payersMigration: Migration = {
  id: '0009-payers',
  statements: [
    // An address with the wallet that was asked about, which nobody reads.
    `ALTER TABLE payments ALTER COLUMN resource SET DEFAULT ''`,
    `UPDATE payments SET resource = '' WHERE resource <> ''`,
    // Null where nobody noted it yet.
    'ALTER TABLE payments ADD COLUMN IF NOT EXISTS workspace_id text',
  ],
};
