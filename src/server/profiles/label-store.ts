// The SQL that writes labels and imports of wallets.
import type { AnalyticsDatabase } from '../database/ports.js';
import { knownWallets } from './known-wallets.js';

/** How profiles show that a label is of no chain; it is stored as an empty text. */
export const NO_CHAIN = '-';

/** A label of a wallet as it is read. */
export interface LabelRow {
  readonly wallet: string;
  readonly tag_id: string;
  readonly chain_id: string;
  readonly value: string;
  readonly source: string;
}

export interface StoredLabel extends LabelRow {
  /** Milliseconds since 1970, as is `version`. */
  readonly timestamp: number;
  /** Of the rows of one wallet, tag and chain, the one with the highest version counts. */
  readonly version: number;
  /** It is of the present: it replaces whatever is stored, which a clock that was ahead may have stamped. */
  readonly isLatest: boolean;
  readonly isDeleted: boolean;
}

export interface LabelStore {
  /** All of them or none. */
  write(projectId: string, labels: readonly StoredLabel[]): Promise<void>;
  /** Marks a label as deleted if the wallet is known: a deletion must not make a wallet known. */
  remove(projectId: string, label: StoredLabel): Promise<void>;
  importWallets(projectId: string, wallets: readonly string[]): Promise<void>;
}

// Not deduplicated: a block that equals an earlier one is a new write here, and not a repeated load.
const AS_IT_IS = 'SETTINGS insert_deduplicate = 0';

const write = (condition: string): string => `INSERT INTO wallet_labels
  (project_id, wallet, tag_id, chain_id, value, source, timestamp, version, is_deleted)
SELECT {project:String}, l.1, l.2, l.3, l.4, l.5,
  fromUnixTimestamp64Milli(l.6, 'UTC'), greatest(toUInt64(l.7), if(l.9 = 1, s.last + 1, 0)), toUInt8(l.8)
FROM (SELECT arrayJoin(arrayZip(
  {wallets:Array(String)}, {tags:Array(String)}, {chains:Array(String)}, {values:Array(String)},
  {sources:Array(String)}, {timestamps:Array(Int64)}, {versions:Array(Int64)}, {deleted:Array(UInt8)},
  {latest:Array(UInt8)}
)) AS l) AS given
LEFT JOIN (
  SELECT w.wallet AS wallet, w.tag_id::String AS tag_id, w.chain_id::String AS chain_id, max(w.version) AS last
  FROM wallet_labels AS w
  WHERE w.project_id = {project:String} AND w.wallet IN {wallets:Array(String)}
  GROUP BY wallet, tag_id, chain_id
) AS s ON s.wallet = l.1 AND s.tag_id = l.2 AND s.chain_id = l.3
WHERE ${condition}
${AS_IT_IS}`;

const WRITE = write('1');

/** Looks for any row of the wallet and not for the label alone, which may be on another replica only. */
const REMOVE = write(
  `l.1 IN (${knownWallets('project_id = {project:String}', 'wallet IN {wallets:Array(String)}')})`,
);

const IMPORT = `INSERT INTO wallet_imports (project_id, wallet)
SELECT {project:String}, arrayJoin({wallets:Array(String)})
${AS_IT_IS}`;

export function createLabelStore(database: Pick<AnalyticsDatabase, 'execute'>): LabelStore {
  return {
    write: (project, labels) => database.execute(WRITE, parametersOf(project, labels)),
    remove: (project, label) => database.execute(REMOVE, parametersOf(project, [label])),
    importWallets: (project, wallets) => database.execute(IMPORT, { project, wallets }),
  };
}

const parametersOf = (project: string, labels: readonly StoredLabel[]) => ({
  project,
  wallets: labels.map(({ wallet }) => wallet),
  tags: labels.map(({ tag_id }) => tag_id),
  chains: labels.map(({ chain_id }) => chain_id),
  values: labels.map(({ value }) => value),
  sources: labels.map(({ source }) => source),
  timestamps: labels.map(({ timestamp }) => timestamp),
  versions: labels.map(({ version }) => version),
  deleted: labels.map(({ isDeleted }) => (isDeleted ? 1 : 0)),
  latest: labels.map(({ isLatest }) => (isLatest ? 1 : 0)),
});
