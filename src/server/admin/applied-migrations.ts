// Reads which migrations the databases have recorded, and which of this version are missing there.
import { analyticsMigrations } from '../database/analytics/analytics-migrations.js';
import { SINGLE_STORAGE } from '../database/analytics/table-storage.js';
import { applicationMigrations } from '../database/application/application-migrations.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';

export interface AppliedMigration {
  readonly database: 'analytics' | 'application';
  readonly id: string;
  /** ISO 8601. */
  readonly applied_at: string;
}

export async function appliedMigrations(
  analytics: Pick<AnalyticsDatabase, 'query'>,
  application: Pick<ApplicationDatabase, 'query'>,
): Promise<readonly AppliedMigration[]> {
  const ofAnalytics = await analytics.query<Omit<AppliedMigration, 'database'>>(
    `SELECT id, formatDateTime(min(m.applied_at), '%Y-%m-%dT%H:%i:%S.000Z', 'UTC') AS applied_at
     FROM schema_migrations AS m GROUP BY id ORDER BY id`,
  );
  const ofApplication = await application.query<Omit<AppliedMigration, 'database'>>(
    'SELECT id, applied_at FROM schema_migrations ORDER BY id',
  );
  return [
    ...ofAnalytics.data.map((row) => ({ database: 'analytics' as const, ...row })),
    ...ofApplication.map((row) => ({ database: 'application' as const, ...row })),
  ];
}

/** This version's migrations that are not applied: the server that owns the folder runs an older version. */
export function missingMigrations(applied: readonly AppliedMigration[]): readonly string[] {
  const isApplied = new Set(applied.map(({ database, id }) => `${database} ${id}`));
  return [
    ...analyticsMigrations(SINGLE_STORAGE).map(({ id }) => ['analytics', id] as const),
    ...applicationMigrations.map(({ id }) => ['application', id] as const),
  ]
    .filter((one) => !isApplied.has(one.join(' ')))
    .map(([, id]) => id);
}
