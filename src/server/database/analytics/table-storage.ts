// How tables are stored: the one thing in which deployments of the same schema differ.

/** Spliced into the DDL of the migrations. Constants of the deployment, never a user's text. */
export interface TableStorage {
  /** Engine of tables whose rows are replaced by later ones of the same key. */
  readonly replacingEngine: string;
  /** Engine of tables whose rows of one key are added up. */
  readonly aggregatingEngine: string;
  /** `ON CLUSTER name`, or empty. */
  readonly onCluster: string;
  /** Settings of every table, after `SETTINGS`. */
  readonly settings: readonly string[];
}

/** A journal segment is deleted once it is loaded; by then the rows must outlive a power cut. */
const DURABLE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

/** One server, embedded or not, and its disk. */
export const SINGLE_STORAGE: TableStorage = {
  replacingEngine: 'ReplacingMergeTree',
  aggregatingEngine: 'AggregatingMergeTree',
  onCluster: '',
  settings: [
    // How many of the latest loads are recognised when they are repeated.
    'non_replicated_deduplication_window = 1000',
    ...DURABLE,
  ],
};

/**
 * The replicas of a cluster. Where each keeps its parts is the servers' own setting
 * (`default_replica_path`, by the macros `{uuid}`, `{shard}` and `{replica}`).
 *
 * @param cluster its name, letters, digits and underscores
 */
export const replicatedStorage = (cluster: string): TableStorage => ({
  replacingEngine: 'ReplicatedReplacingMergeTree',
  aggregatingEngine: 'ReplicatedAggregatingMergeTree',
  onCluster: `ON CLUSTER \`${cluster}\``,
  settings: [
    'replicated_deduplication_window = 1000',
    // An hour by default: a segment may wait longer than that for a database that was away.
    'replicated_deduplication_window_seconds = 604800',
    ...DURABLE,
  ],
});
