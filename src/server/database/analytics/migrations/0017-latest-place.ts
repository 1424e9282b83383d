// Keeps the latest place that backends tell of a wallet which only they know. Before, it was the last by the alphabet.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';
import { walletProfileSelect } from '../wallet-profile-select.js';

/** What is stored stays until the next event that names a place. */
export const latestPlaceMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0017-latest-place',
  statements: [
    `ALTER TABLE wallet_profiles_view ${onCluster} MODIFY QUERY
${walletProfileSelect('events AS e')}`,
  ],
});
