// Payments that were taken, so that none is taken twice.
import type { Migration } from '../../ports.js';

export const paymentsMigration: Migration = {
  id: '0007-payments',
  statements: [
    // `claimed` until it is settled; a claim that is left behind is taken over by who presents it again.
    `CREATE TABLE IF NOT EXISTS payments (
      id         text PRIMARY KEY,
      resource   text NOT NULL,
      state      text NOT NULL CHECK (state IN ('claimed', 'settled')),
      receipt    text,
      claimed_at timestamptz NOT NULL DEFAULT now(),
      settled_at timestamptz
    )`,
  ],
};
