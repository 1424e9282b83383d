// The SQL of log reading: each contract's next block, the saved blocks of a chain, and its orphans.
import type { ContractEvent } from '../../../protocol/contracts/contract.js';
import type { ApplicationDatabase } from '../../database/ports.js';

/** A contract whose logs are to be read. */
export interface ReadContract {
  readonly id: string;
  readonly project_id: string;
  /** Lower case. */
  readonly address: string;
  readonly events: readonly ContractEvent[];
  /** Null before the first reading. */
  readonly next_block: number | null;
  readonly revision: number;
}

export interface SavedBlock {
  readonly number: number;
  readonly hash: string;
  /** The day of the block's time: `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

export type Orphan = Pick<SavedBlock, 'hash' | 'day'>;

export interface ReadingStore {
  /** The contracts of a chain that name events. */
  contracts(chainId: number): Promise<readonly ReadContract[]>;
  /** Sets the first block of the contracts that name no start block. */
  begin(chainId: number, block: number): Promise<void>;
  /** The latest block first. */
  savedBlocks(chainId: number): Promise<readonly SavedBlock[]>;
  latestBlock(chainId: number): Promise<SavedBlock | undefined>;
  saveBlocks(chainId: number, blocks: readonly SavedBlock[]): Promise<void>;
  /** How often each of the blocks was orphaned; blocks that never were are left out. */
  timesOrphaned(chainId: number, hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Moves contracts to the next range, except those that were changed or rolled back meanwhile. */
  advance(contracts: readonly ReadContract[], range: { from: number; next: number }): Promise<void>;
  /**
   * Moves reading back to the block after `ancestor`, and records the orphans, whose events are then to be
   * taken back. Without an ancestor, the contracts begin anew.
   *
   * @param orphans at least one, the latest first
   */
  rollBack(
    chainId: number,
    ancestor: number | undefined,
    orphans: readonly SavedBlock[],
  ): Promise<void>;
  /** Orphaned blocks whose events are not taken back yet. */
  orphans(chainId: number): Promise<readonly Orphan[]>;
  /** Records that the events of these blocks are taken back. */
  noteTakenBack(chainId: number, orphans: readonly Orphan[]): Promise<void>;
  /** Sets the error of these contracts (default: all of the chain), and clears it for the chain's others. */
  setError(chainId: number, message: string | null, contracts?: readonly string[]): Promise<void>;
}

/** How many blocks before the latest are saved: no chain reorganises deeper. */
const KEPT_BLOCKS = 10_000;

const SAVE = `INSERT INTO chain_blocks (chain_id, number, hash, day)
SELECT $1::bigint, b.number::bigint, b.hash, b.day::date
FROM unnest($2::text[], $3::text[], $4::text[]) AS b (number, hash, day)
ON CONFLICT (chain_id, number) DO UPDATE SET hash = excluded.hash, day = excluded.day`;

const PRUNE = `DELETE FROM chain_blocks WHERE chain_id = $1 AND number <
  (SELECT max(number) FROM chain_blocks WHERE chain_id = $1) - ${KEPT_BLOCKS}`;

const ORPHAN = `INSERT INTO chain_orphans (chain_id, hash, day, times)
SELECT $1::bigint, o.hash, o.day::date, 1 FROM unnest($2::text[], $3::text[]) AS o (hash, day)
ON CONFLICT (chain_id, hash) DO UPDATE SET times = chain_orphans.times + 1, day = excluded.day, orphaned_at = now()`;

/** Long after a block could return to its chain; without this, a test chain that often begins anew would add for ever. */
const FORGET_ORPHANS = `DELETE FROM chain_orphans
WHERE chain_id = $1 AND day IS NULL AND orphaned_at < now() - interval '90 days'`;

// A contract without a start block may go back with the chain; others never go before their start block.
const FIRST =
  'CASE WHEN start_block IS NULL THEN least(first_block, $3::bigint) ELSE first_block END';
const GO_BACK = `UPDATE contracts SET first_block = ${FIRST}, next_block = greatest($2::bigint, ${FIRST})
WHERE chain_id = $1 AND next_block > $2::bigint`;

const ERROR = 'CASE WHEN $3::text[] IS NULL OR id = ANY ($3) THEN $2::text END';
const SET_ERROR = `UPDATE contracts SET read_error = ${ERROR}
WHERE chain_id = $1 AND read_error IS DISTINCT FROM ${ERROR}`;

const SAVED = 'SELECT number, hash, day FROM chain_blocks WHERE chain_id = $1 ORDER BY number DESC';

export function createReadingStore(
  database: Pick<ApplicationDatabase, 'query' | 'transaction'>,
): ReadingStore {
  return {
    contracts: (chainId) =>
      database.query<ReadContract>(
        `SELECT id, project_id, address, events, next_block, revision FROM contracts
         WHERE chain_id = $1 AND json_array_length(events) > 0 ORDER BY id`,
        [chainId],
      ),
    async begin(chainId, block) {
      await database.query(
        `UPDATE contracts SET first_block = $2, next_block = $2
         WHERE chain_id = $1 AND next_block IS NULL`,
        [chainId, block],
      );
    },
    savedBlocks: (chainId) => database.query<SavedBlock>(SAVED, [chainId]),
    latestBlock: async (chainId) =>
      (await database.query<SavedBlock>(`${SAVED} LIMIT 1`, [chainId]))[0],
    async saveBlocks(chainId, blocks) {
      await database.query(SAVE, [
        chainId,
        blocks.map(({ number }) => String(number)),
        blocks.map(({ hash }) => hash),
        blocks.map(({ day }) => day),
      ]);
      await database.query(PRUNE, [chainId]);
    },
    async timesOrphaned(chainId, hashes) {
      const rows = await database.query<{ hash: string; times: number }>(
        'SELECT hash, times FROM chain_orphans WHERE chain_id = $1 AND hash = ANY ($2)',
        [chainId, hashes],
      );
      return new Map(rows.map(({ hash, times }) => [hash, times]));
    },
    async advance(contracts, { from, next }) {
      await database.query(
        `UPDATE contracts SET next_block = $3
         WHERE (id || ':' || revision) = ANY ($1) AND next_block = $2`,
        [contracts.map(({ id, revision }) => `${id}:${revision}`), from, next],
      );
    },
    rollBack: (chainId, ancestor, orphans) =>
      database.transaction(async (sql) => {
        await sql.query(ORPHAN, [
          chainId,
          orphans.map(({ hash }) => hash),
          orphans.map(({ day }) => day),
        ]);
        await sql.query(FORGET_ORPHANS, [chainId]);
        const from = ancestor === undefined ? 0 : ancestor + 1;
        await sql.query('DELETE FROM chain_blocks WHERE chain_id = $1 AND number >= $2', [
          chainId,
          from,
        ]);
        const oldest = orphans.at(-1)?.number ?? from;
        await sql.query(GO_BACK, [chainId, from, ancestor === undefined ? oldest : from]);
      }),
    orphans: (chainId) =>
      database.query<Orphan>(
        'SELECT hash, day FROM chain_orphans WHERE chain_id = $1 AND day IS NOT NULL',
        [chainId],
      ),
    async noteTakenBack(chainId, orphans) {
      await database.query(
        'UPDATE chain_orphans SET day = NULL WHERE chain_id = $1 AND hash = ANY ($2)',
        [chainId, orphans.map(({ hash }) => hash)],
      );
    },
    async setError(chainId, message, contracts) {
      await database.query(SET_ERROR, [chainId, message, contracts ?? null]);
    },
  };
}
