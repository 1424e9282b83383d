// Keeps of a payment only what prevents taking it twice, and the workspace, so that the payer can be forgotten.
import type { Migration } from '../../ports.js';

export const payersMigration: Migration = {
  id: '0009-payers',
  statements: [
    // `resource` held the requested URL with a wallet's address in it, and nothing reads it.
    `ALTER TABLE payments ALTER COLUMN resource SET DEFAULT ''`,
    `UPDATE payments SET resource = '' WHERE resource <> ''`,
    // Null for payments from before this column.
    'ALTER TABLE payments ADD COLUMN IF NOT EXISTS workspace_id text',
  ],
};
