// Adds a table beside each daily rollup, in which its rows are made anew before they take the place of the old ones.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const ROLLUPS = ['sessions_daily', 'events_daily', 'sources_daily'] as const;

export const stagedOf = (table: (typeof ROLLUPS)[number]): string => `${table}_staged`;

export const stagedRollupsMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0016-staged-rollups',
  statements: ROLLUPS.map(
    (table) => `CREATE TABLE IF NOT EXISTS ${stagedOf(table)} ${onCluster} AS ${table}`,
  ),
});
