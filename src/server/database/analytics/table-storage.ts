// How tables are stored: the only difference between deployments of the schema.

/** Texts inserted into the migrations' DDL. They are constants of the deployment, never input of a user. */
export interface TableStorage {
  /** Engine of tables in which a later row replaces those with the same key. */
  readonly replacingEngine: string;
  /** Engine of tables in which rows with the same key are aggregated. */
  readonly aggregatingEngine: string;
  /** `ON CLUSTER name`, or empty. */
  readonly onCluster: string;
  /** Settings of every table, after `SETTINGS`. */
  readonly settings: readonly string[];
}

/** A journal segment is deleted once it is loaded, so its rows must survive a power cut by then. */
const DURABLE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

/** A single server, embedded or not, with its own disk. */
export const SINGLE_STORAGE: TableStorage = {
  replacingEngine: 'ReplacingMergeTree',
  aggregatingEngine: 'AggregatingMergeTree',
  onCluster: '',
  settings: [
    // How many of the latest loads are recognised as repeats.
    'non_replicated_deduplication_window = 1000',
    ...DURABLE,
  ],
};

/**
 * Replicated tables on a cluster. Where a replica registers its parts is a setting of the servers
 * (`default_replica_path`, with the macros `{uuid}`, `{shard}` and `{replica}`).
 *
 * @param cluster name of letters, digits and underscores
 */
export const replicatedStorage = (cluster: string): TableStorage => ({
  replacingEngine: 'ReplicatedReplacingMergeTree',
  aggregatingEngine: 'ReplicatedAggregatingMergeTree',
  onCluster: `ON CLUSTER \`${cluster}\``,
  settings: [
    'replicated_deduplication_window = 1000',
    // The default is an hour, but a segment may wait longer for a database that is down.
    'replicated_deduplication_window_seconds = 604800',
    ...DURABLE,
  ],
});
