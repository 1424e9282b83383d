// The migrations of the application database, and how they are recorded as applied.
import { DatabaseUnfitError } from '../database-errors.js';
import type { MigrationTarget } from '../migrate.js';
import type { ApplicationDatabase, ApplicationSql, Migration } from '../ports.js';
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

const RECORDS = `CREATE TABLE IF NOT EXISTS schema_migrations (
  id         text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

const TABLE = /^\s*CREATE TABLE IF NOT EXISTS (\w+)/;

/** To be called while there are no records: then any table that exists is of somebody else. */
const requireAbsent = async (sql: ApplicationSql): Promise<void> => {
  const names = applicationMigrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => TABLE.exec(statement)?.[1] ?? []),
  );
  const strangers = await sql.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relname = ANY ($1::text[]) ORDER BY name`,
    [names],
  );
  if (strangers.length > 0) throw ofAnotherProgram(strangers.map(({ name }) => name));
};

const ofAnotherProgram = (tables: readonly string[]): DatabaseUnfitError =>
  new DatabaseUnfitError(
    `The application database has tables of another program: ${tables.join(', ')}. ` +
      'Create a database for Chaintrail alone, and name it in APPLICATION_URL.',
  );

/**
 * Whether the table of records is there. Looked up, because `CREATE TABLE IF NOT EXISTS` needs the right to create tables
 * also where it has nothing to do. Many programs name a table so.
 */
const hasRecords = async (sql: ApplicationSql): Promise<boolean> => {
  const [row] = await sql.query<{ columns: readonly string[] | null }>(
    `SELECT array_agg(attname::text) AS columns FROM pg_attribute
     WHERE attrelid = to_regclass('schema_migrations') AND attnum > 0 AND NOT attisdropped`,
  );
  const columns = row?.columns ?? null;
  if (columns === null) return false;
  if (!columns.includes('applied_at')) throw ofAnotherProgram(['schema_migrations']);
  return true;
};

/** Records applied migrations in `schema_migrations`, each in the transaction of its changes. */
export const applicationMigrationTarget = (
  database: Pick<ApplicationDatabase, 'query' | 'transaction'>,
): MigrationTarget => ({
  applied: async () => {
    if (!(await hasRecords(database))) {
      await requireAbsent(database);
      await database.query(RECORDS);
    }
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
