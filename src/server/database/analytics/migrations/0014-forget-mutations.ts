// Keeps one finished mutation per table instead of a hundred: a deletion's text names the person who was
// deleted.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** The tables that a person's data are deleted from. */
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

/** 1 and not 0, with which the engine would keep all of them. */
export const forgetMutationsMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0014-forget-mutations',
  statements: TABLES.map(
    (table) => `ALTER TABLE ${table} ${onCluster} MODIFY SETTING finished_mutations_to_keep = 1`,
  ),
});
