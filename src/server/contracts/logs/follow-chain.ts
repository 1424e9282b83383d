// Detects a reorganisation of a chain, and rolls reading back to where the chain forked.
import type { ChainNode } from './chain-node.js';
import { RpcError } from './json-rpc.js';
import { blockPrefix } from './log-event.js';
import type { ReadingStore, SavedBlock } from './reading-store.js';

export interface FollowParts {
  readonly chainId: number;
  readonly node: Pick<ChainNode, 'block'>;
  readonly store: Pick<
    ReadingStore,
    'latestBlock' | 'savedBlocks' | 'rollBack' | 'orphans' | 'noteTakenBack'
  >;
  /** Takes back the events of these days whose ids begin with one of the prefixes. */
  readonly retract: (prefixes: readonly string[], days: readonly string[]) => Promise<void>;
  readonly onReorganised: (blocks: number) => void;
}

/**
 * Takes back the events of blocks that the chain has given up, before reading goes on.
 *
 * @throws {RpcError} also when the node lags behind the saved blocks without contradicting any of them
 */
export async function followChain(parts: FollowParts): Promise<void> {
  // First finishes a retraction that was cut short, which may be half done, whatever the chain's state is now.
  await takeBack(parts);
  if (await goBack(parts)) await takeBack(parts);
}

/**
 * @returns whether blocks were orphaned; they are recorded, so that later answers of the node do not matter
 */
async function goBack({ chainId, node, store, onReorganised }: FollowParts): Promise<boolean> {
  const latest = await store.latestBlock(chainId);
  if (latest === undefined || (await isKept(node, latest))) return false;
  const saved = await store.savedBlocks(chainId);
  const count = await countOrphans(saved, { chainId, node });
  if (count === 0) return false;
  const orphans = saved.slice(0, count);
  onReorganised(count);
  // `undefined` if all saved blocks are gone: the fork may be before the oldest, as not every read block is saved.
  await store.rollBack(chainId, saved[count]?.number, orphans);
  return true;
}

/**
 * Takes back the events of recorded orphans: of a new reorganisation, or of a retraction that was cut short.
 */
export async function takeBack({ chainId, store, retract }: FollowParts): Promise<void> {
  const orphans = await store.orphans(chainId);
  if (orphans.length === 0) return;
  await retract(
    orphans.map(({ hash }) => blockPrefix(chainId, hash)),
    [...new Set(orphans.map(({ day }) => day))],
  );
  await store.noteTakenBack(chainId, orphans);
}

/** Whether a saved block is still in the chain. */
export const isKept = async (
  node: FollowParts['node'],
  { number, hash }: SavedBlock,
): Promise<boolean> => (await node.block(number))?.hash === hash;

/**
 * Anvil and Hardhat, and Ganache: their chains start from zero with each start of the node; others never do.
 */
const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

/** How many of the saved blocks, newest first, the chain has given up. A chain that has a block has all before it. */
async function countOrphans(
  saved: readonly SavedBlock[],
  { chainId, node }: Pick<FollowParts, 'chainId' | 'node'>,
): Promise<number> {
  // A block that the node lacks is not orphaned for certain: of several nodes behind one address, some lag.
  const isKnown = async ({ number }: SavedBlock) => (await node.block(number)) !== undefined;
  const known = saved[await firstOf(saved, isKnown)];
  const isForked = known !== undefined && !(await isKept(node, known));
  if (isForked || DEVELOPMENT_CHAINS.includes(chainId)) {
    return firstOf(saved, (block) => isKept(node, block));
  }
  const message = `The RPC endpoint does not have the block ${saved[0]?.number}, which was already read.`;
  throw new RpcError('unreachable', message);
}

/** The index of the first element that holds, where all after it hold as well (binary search). */
async function firstOf<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<number> {
  const isAt = async (index: number): Promise<boolean> => {
    const one = all[index];
    return one === undefined || (await holds(one));
  };
  if (await isAt(0)) return 0;
  let [without, found] = [0, all.length];
  while (found - without > 1) {
    const middle = Math.floor((without + found) / 2);
    if (await isAt(middle)) found = middle;
    else without = middle;
  }
  return found;
}
