// The migrations of the application database, and how they are recorded as applied.
import type { MigrationTarget } from '../migrate.js';
import type { ApplicationDatabase, Migration } from '../ports.js';
import { workspacesMigration } from './migrations/0001-workspaces.js';
import { idempotencyMigration } from './migrations/0002-idempotency.js';
import { boardsMigration } from './migrations/0003-boards.js';
import { alertsMigration } from './migrations/0004-alerts.js';
import { contractsMigration } from './migrations/0005-contracts.js';
import { segmentsMigration } from './migrations/0006-segments.js';
import { paymentsMigration } from './migrations/0007-payments.js';
import { orphanDaysMigration } from './migrations/0008-orphan-days.js';
import { payersMigration } from './migrations/0009-payers.js';
import { chartOrderMigration } from './migrations/0010-chart-order.js';
import { deletionsMigration } from './migrations/0011-deletions.js';
import { unfinishedLoadsMigration } from './migrations/0012-unfinished-loads.js';
import { orphanAgeMigration } from './migrations/0013-orphan-age.js';

/** All migrations, in order. */
export const applicationMigrations: readonly Migration[] = [
  workspacesMigration,
  idempotencyMigration,
  boardsMigration,
  alertsMigration,
  contractsMigration,
  segmentsMigration,
  paymentsMigration,
  orphanDaysMigration,
  payersMigration,
  chartOrderMigration,
  deletionsMigration,
  unfinishedLoadsMigration,
  orphanAgeMigration,
];

/** Records applied migrations in `schema_migrations`, each in the transaction of its changes. */
export const applicationMigrationTarget = (
  database: Pick<ApplicationDatabase, 'query' | 'transaction'>,
): MigrationTarget => ({
  applied: async () => {
    await database.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
        id         text PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`,
    );
    const rows = await database.query<{ id: string }>(
      'SELECT id FROM schema_migrations ORDER BY id',
    );
    return rows.map(({ id }) => id);
  },
  apply: ({ id, statements }) =>
    database.transaction(async (sql) => {
      for (const statement of statements) await sql.query(statement);
      await sql.query('INSERT INTO schema_migrations (id) VALUES ($1)', [id]);
    }),
});
