// Reads the logs of a range of blocks and ingests them as events.
import type { WireEvent } from '../../../protocol/events.js';
import { MAX_EVENT_AGE_MS } from '../../events/event-times.js';
import type { Block, ChainNode, FullBlock, Log } from './chain-node.js';
import type { LogDecoder } from './decode-log.js';
import { isKept } from './follow-chain.js';
import { RpcError } from './json-rpc.js';
import { logEvent } from './log-event.js';
import type { ReadContract, ReadingStore } from './reading-store.js';

/** A contract with the decoder of its logs. */
export interface Reading {
  readonly contract: ReadContract;
  readonly decoder: LogDecoder;
}

export interface BlockRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

export interface ReadCounts {
  readonly events: number;
  /** Logs of a named event that do not fit its ABI. */
  readonly undecodable: number;
}

export interface RangeParts {
  readonly chainId: number;
  readonly node: ChainNode;
  readonly store: Pick<ReadingStore, 'latestBlock' | 'saveBlocks' | 'timesOrphaned' | 'advance'>;
  /** Resolves once the events are in the journal on disk. */
  readonly ingest: (events: readonly WireEvent[], projectId: string) => Promise<void>;
  /** Called with the counts of a range once it is stored. */
  readonly onRead: (counts: ReadCounts) => void;
  readonly now?: () => number;
}

const ADDRESSES_PER_CALL = 100;
const BLOCKS_AT_ONCE = 8;
const EVENTS_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/**
 * @returns false when the chain reorganised meanwhile, and nothing was stored
 * @throws {RangeRefusedError} when the node demands a smaller range
 */
export async function readRange(
  parts: RangeParts,
  readings: readonly Reading[],
  range: BlockRange,
): Promise<boolean> {
  const { chainId, node, store } = parts;
  const end = await requireBlock(node, range.to);
  const logs = await readLogs(node, readings, range);
  const blocks = await readBlocks(node, logs, end);
  const isContinued = await isLatestKept(parts);
  // If the end block is still the same, so are all blocks before it: everything was read from one chain.
  const endAfter = await requireBlock(node, range.to);
  if (end.hash !== endAfter.hash || !isContinued) return false;

  // Blocks are saved before their events, so that after a crash all stored events can still be taken back.
  await store.saveBlocks(chainId, [...withoutNumber(blocks, end.number), end].map(toSaved));
  const orphaned = await store.timesOrphaned(chainId, [...blocks.keys()]);
  const { byProject, counts } = eventsOf(parts, readings, { logs, blocks, orphaned });
  for (const [projectId, events] of byProject) {
    for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
      await parts.ingest(events.slice(at, at + EVENTS_AT_ONCE), projectId);
    }
  }
  await store.advance(
    readings.map(({ contract }) => contract),
    { from: range.from, next: range.to + 1 },
  );
  parts.onRead(counts);
  return true;
}

/** The node refuses so many blocks, or so many logs, in one call. */
export class RangeRefusedError extends RpcError {
  constructor({ message }: RpcError) {
    super('answered', message);
    this.name = 'RangeRefusedError';
  }
}

async function requireBlock(node: ChainNode, number: number): Promise<Block> {
  const block = await node.block(number);
  if (block !== undefined) return block;
  throw new RpcError('unreachable', `The RPC endpoint does not have the block ${number} yet.`);
}

/**
 * Whether the latest saved block is still in the chain. If not, nothing may be saved: a later block would
 * hide the reorganisation, and blocks of a contract that is behind would overwrite orphans before their
 * events are taken back.
 */
async function isLatestKept({
  chainId,
  node,
  store,
}: Pick<RangeParts, 'chainId' | 'node' | 'store'>): Promise<boolean> {
  const latest = await store.latestBlock(chainId);
  return latest === undefined || isKept(node, latest);
}

async function readLogs(
  node: ChainNode,
  readings: readonly Reading[],
  range: BlockRange,
): Promise<readonly Log[]> {
  const addresses = [...new Set(readings.map(({ contract }) => contract.address))];
  const wanted = readings.map(({ decoder }) => decoder.topics);
  const topics = wanted.includes(undefined)
    ? {}
    : { topics: [...new Set(wanted.flatMap((all) => all ?? []))] };
  const logs: Log[] = [];
  for (let at = 0; at < addresses.length; at += ADDRESSES_PER_CALL) {
    const some = addresses.slice(at, at + ADDRESSES_PER_CALL);
    const found = await node.logs({ ...range, addresses: some, ...topics }).catch((error) => {
      throw error instanceof RpcError && error.kind === 'answered'
        ? new RangeRefusedError(error)
        : error;
    });
    for (const log of found) logs.push(log);
  }
  return logs;
}

/**
 * The blocks of the logs by hash, for their times and the senders of transactions.
 *
 * @throws {RpcError} for a log whose block is not in the chain: one of several nodes may follow a fork
 */
async function readBlocks(
  node: ChainNode,
  logs: readonly Log[],
  end: Block,
): Promise<ReadonlyMap<string, FullBlock>> {
  const transactions = new Set(logs.map(({ transactionHash }) => transactionHash));
  const numbers = [...new Map(logs.map((log) => [log.blockHash, log.blockNumber]))];
  const blocks = new Map<string, FullBlock>();
  for (let at = 0; at < numbers.length; at += BLOCKS_AT_ONCE) {
    const some = numbers.slice(at, at + BLOCKS_AT_ONCE);
    const found = await Promise.all(some.map(([, number]) => node.fullBlock(number, transactions)));
    for (const [index, block] of found.entries()) {
      const [hash, number] = some[index] ?? [];
      const isOfChain = block?.hash === hash && (number !== end.number || hash === end.hash);
      if (block !== undefined && isOfChain) blocks.set(block.hash, block);
    }
  }
  const missing = numbers.find(([hash]) => !blocks.has(hash));
  if (missing === undefined) return blocks;
  const [hash, number] = missing;
  const message = `The RPC endpoint has logs of the block ${hash}, which is not its block ${number}.`;
  throw new RpcError('unreachable', message);
}

const withoutNumber = (blocks: ReadonlyMap<string, FullBlock>, number: number) =>
  [...blocks.values()].filter((block) => block.number !== number);

const toSaved = ({ number, hash, time }: Block) => ({
  number,
  hash,
  day: new Date(time).toISOString().slice(0, 10),
});

interface Found {
  readonly logs: readonly Log[];
  readonly blocks: ReadonlyMap<string, FullBlock>;
  readonly orphaned: ReadonlyMap<string, number>;
}

function eventsOf(
  { chainId, now = Date.now }: RangeParts,
  readings: readonly Reading[],
  { logs, blocks, orphaned }: Found,
): { readonly byProject: ReadonlyMap<string, WireEvent[]>; readonly counts: ReadCounts } {
  const byProject = new Map<string, WireEvent[]>();
  let [count, undecodable] = [0, 0];
  // Older logs are skipped: the server would store them with today's date, which is worse than to lack them.
  const oldest = now() - MAX_EVENT_AGE_MS + DAY_MS;
  for (const log of logs) {
    const block = blocks.get(log.blockHash);
    if (block === undefined || block.time < oldest) continue;
    const timesOrphaned = orphaned.get(log.blockHash) ?? 0;
    for (const { contract, decoder } of readings) {
      if (contract.address !== log.address) continue;
      const decoded = decoder.decode(log);
      if (decoded === undefined) {
        if (decoder.topics?.includes(log.topics[0] ?? '')) undecodable += 1;
        continue;
      }
      const event = logEvent({ chainId, log, block, decoded, timesOrphaned });
      const ofProject = byProject.get(contract.project_id) ?? [];
      byProject.set(contract.project_id, ofProject);
      ofProject.push(event);
      count += 1;
    }
  }
  return { byProject, counts: { events: count, undecodable } };
}
