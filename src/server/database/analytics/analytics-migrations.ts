// The migrations of the analytics database, and how they are recorded as applied.
import { DatabaseQueryError } from '../database-errors.js';
import type { MigrationTarget } from '../migrate.js';
import type { AnalyticsDatabase, Migration } from '../ports.js';
import { eventsMigration } from './migrations/0001-events.js';
import { enrichmentMigration } from './migrations/0002-enrichment.js';
import { rollupsMigration } from './migrations/0003-rollups.js';
import { profilesMigration } from './migrations/0004-profiles.js';
import { receivedByMigration } from './migrations/0005-received-by.js';
import { storedAtMigration } from './migrations/0006-stored-at.js';
import { readLessMigration } from './migrations/0007-read-less.js';
import { utcDayMigration } from './migrations/0008-utc-day.js';
import { shownProfilesMigration } from './migrations/0009-shown-profiles.js';
import { searchedProfilesMigration } from './migrations/0012-searched-profiles.js';
import { mergedProfilesMigration } from './migrations/0013-merged-profiles.js';
import { forgetMutationsMigration } from './migrations/0014-forget-mutations.js';
import { orderByIdMigration } from './migrations/0015-order-by-id.js';
import { stagedRollupsMigration } from './migrations/0016-staged-rollups.js';
import { latestPlaceMigration } from './migrations/0017-latest-place.js';
import type { TableStorage } from './table-storage.js';

/** All migrations, in order. */
export const analyticsMigrations = (storage: TableStorage): readonly Migration[] => [
  eventsMigration(storage),
  enrichmentMigration(storage),
  rollupsMigration(storage),
  profilesMigration(storage),
  receivedByMigration(storage),
  storedAtMigration(storage),
  readLessMigration(storage),
  utcDayMigration(storage),
  shownProfilesMigration(storage),
  searchedProfilesMigration(storage),
  mergedProfilesMigration(storage),
  forgetMutationsMigration(storage),
  orderByIdMigration(storage),
  stagedRollupsMigration(storage),
  latestPlaceMigration(storage),
];

const UNKNOWN_TABLE = '60';

/** Records applied migrations in `schema_migrations`. */
export const analyticsMigrationTarget = (
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  storage: TableStorage,
): MigrationTarget => ({
  applied: async () => {
    try {
      const { data } = await database.query<{ id: string }>(
        'SELECT DISTINCT id FROM schema_migrations ORDER BY id',
      );
      return data.map(({ id }) => id);
    } catch (error) {
      if (!(error instanceof DatabaseQueryError) || error.code !== UNKNOWN_TABLE) throw error;
    }
    // Not at each start: a statement on a cluster fails as long as one of its servers is away.
    await database.execute(
      `CREATE TABLE IF NOT EXISTS schema_migrations ${storage.onCluster}
       (id String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
       ENGINE = ${storage.replacingEngine} ORDER BY id SETTINGS ${storage.settings.join(', ')}`,
    );
    return [];
  },
  apply: async ({ id, statements }) => {
    for (const statement of statements) await database.execute(statement);
    await database.execute('INSERT INTO schema_migrations (id) SELECT {id:String}', { id });
  },
});
