// Keeps the text of one finished deletion of each table and not of a hundred: it names who was deleted.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** Those that persons are deleted from. */
const TABLES = [
  'events',
  'events_daily',
  'sessions_daily',
  'sources_daily',
  'wallets_daily',
  'profiles',
  'wallet_profiles',
  'wallet_identity',
  'wallet_labels',
  'wallet_imports',
  'wallet_enrichment',
];

/** Of 0 the engine would keep all. */
export const forgetMutationsMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0014-forget-mutations',
  statements: TABLES.map(
    (table) => `ALTER TABLE ${table} ${onCluster} MODIFY SETTING finished_mutations_to_keep = 1`,
  ),
});
