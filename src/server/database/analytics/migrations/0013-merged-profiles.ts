// Adds when each project learned what a profile shows. For a wallet that several projects know, the first
// touch, the last touch and the latest identity are then taken from whichever project has them.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';
import { PORTIONS, SMALL_BLOCKS } from './0012-searched-profiles.js';

const INSTANT = "DateTime64(3, 'UTC')";

/**
 * The defaults for rows that are not filled yet: the first and last event of any kind, as before this
 * migration.
 */
const ADD_COLUMNS = [
  `first_touch_at ${INSTANT} DEFAULT ifNull(first_seen, toDateTime64('2299-12-31 00:00:00', 3, 'UTC'))`,
  `last_touch_at ${INSTANT} DEFAULT ifNull(last_seen, toDateTime64('1970-01-01 00:00:00', 3, 'UTC'))`,
  `told_at Map(String, ${INSTANT})`,
]
  .map((column) => `ADD COLUMN IF NOT EXISTS ${column}`)
  .join(',\n  ');

/** Rewrites each row with the same version: of two such rows, the one that was written last counts. */
const FILL = PORTIONS.map(
  (within) => `INSERT INTO profiles
SELECT p.* REPLACE (
  if(t.wallet = '', p.first_touch_at, t.first_at) AS first_touch_at,
  if(t.wallet = '', p.last_touch_at, t.last_at) AS last_touch_at,
  i.told_at AS told_at)
FROM (SELECT * FROM profiles AS o FINAL WHERE ${within('o.wallet')}) AS p
LEFT JOIN (
  SELECT a.project_id AS project_id, a.wallet AS wallet, min(a.first_touch.at) AS first_at,
    max(a.last_touch.at) AS last_at
  FROM wallet_profiles AS a WHERE ${within('a.wallet')} GROUP BY project_id, wallet
) AS t ON t.project_id = p.project_id AND t.wallet = p.wallet
LEFT JOIN (
  SELECT n.project_id AS project_id, n.wallet AS wallet,
    mapFromArrays(groupArray(n.field::String), groupArray(n.timestamp)) AS told_at
  FROM wallet_identity AS n FINAL WHERE ${within('n.wallet')} GROUP BY project_id, wallet
) AS i ON i.project_id = p.project_id AND i.wallet = p.wallet
SETTINGS insert_deduplicate = 0, join_algorithm = 'grace_hash', grace_hash_join_initial_buckets = 8,
  max_bytes_before_external_group_by = 268435456, ${SMALL_BLOCKS}`,
);

export const mergedProfilesMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0013-merged-profiles',
  statements: [`ALTER TABLE profiles ${onCluster}\n  ${ADD_COLUMNS}`, ...FILL],
});
