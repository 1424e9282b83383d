// Adds a table beside each daily rollup, in which its rows are made anew before they take the place of the old ones.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

const ROLLUPS = ['sessions_daily', 'events_daily', 'sources_daily'] as const;

export const stagedOf = (table: (typeof ROLLUPS)[number]): string => `${table}_staged`;

export const stagedRollupsMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0016-staged-rollups',
  statements: ROLLUPS.flatMap((table) => [
    `CREATE TABLE IF NOT EXISTS ${stagedOf(table)} ${onCluster} AS ${table}`,
    // The rows go to the rollup in the files of this table, which then forgets those that it merged: a merge must
    // survive a power cut as an insert does.
    `ALTER TABLE ${stagedOf(table)} ${onCluster} MODIFY SETTING min_rows_to_fsync_after_merge = 1`,
  ]),
});
