// Applies the migrations of a database; the same runner serves both.
import { SchemaTooNewError } from './database-errors.js';
import type { Migration } from './ports.js';

/** What the runner needs from a database. */
export interface MigrationTarget {
  /** The ids that are recorded as applied. Creates the table of records when it is missing. */
  applied(): Promise<readonly string[]>;
  /**
   * Runs the statements, then records the id. After a crash in between, the next start runs the whole migration
   * again, so each statement must be repeatable.
   */
  apply(migration: Migration): Promise<void>;
}

/**
 * Applies the migrations that are not recorded yet, in order.
 *
 * @returns the ids that were applied now
 * @throws SchemaTooNewError when the database records an id that `migrations` does not have
 */
export const migrate = async (
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  const applied = new Set(await target.applied());
  const known = new Set(migrations.map(({ id }) => id));
  const unknownIds = [...applied].filter((id) => !known.has(id));
  if (unknownIds.length > 0) throw new SchemaTooNewError(unknownIds);
  const missing = migrations.filter(({ id }) => !applied.has(id));
  for (const migration of missing) await target.apply(migration);
  return missing.map(({ id }) => id);
};
