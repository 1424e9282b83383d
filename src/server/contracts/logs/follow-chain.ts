// Notices that a chain gave up blocks that were read, and goes back to where it forked.
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
  /** Takes events back whose ids begin like this, of these days. */
  readonly retract: (prefixes: readonly string[], days: readonly string[]) => Promise<void>;
  readonly onReorganised: (blocks: number) => void;
}

/**
 * Events of blocks that the chain does not have any more are taken back before reading goes on.
 *
 * @throws {RpcError} also when the node is behind what was read, and none of what it has is gone
 */
export async function followChain(parts: FollowParts): Promise<void> {
  // What was cut short goes first, whatever the chain does now: it may be half done.
  await takeBack(parts);
  if (await goBack(parts)) await takeBack(parts);
}

/** @returns whether there are events to be taken back; noted, so that none of it depends on what the node says later */
async function goBack({ chainId, node, store, onReorganised }: FollowParts): Promise<boolean> {
  const latest = await store.latestBlock(chainId);
  if (latest === undefined || (await isKept(node, latest))) return false;
  const saved = await store.savedBlocks(chainId);
  const count = await countOrphans(saved, { chainId, node });
  if (count === 0) return false;
  const orphans = saved.slice(0, count);
  onReorganised(count);
  // Where none is left it may have forked before any of them: not every block that was read is saved.
  await store.rollBack(chainId, saved[count]?.number, orphans);
  return true;
}

/** Goes on with taking back the events of blocks that are gone, where it was cut short or is due. */
export async function takeBack({ chainId, store, retract }: FollowParts): Promise<void> {
  const orphans = await store.orphans(chainId);
  if (orphans.length === 0) return;
  await retract(
    orphans.map(({ hash }) => blockPrefix(chainId, hash)),
    [...new Set(orphans.map(({ day }) => day))],
  );
  await store.noteTakenBack(chainId, orphans);
}

/** Whether a block that was read is still the chain's. */
export const isKept = async (
  node: FollowParts['node'],
  { number, hash }: SavedBlock,
): Promise<boolean> => (await node.block(number))?.hash === hash;

/** Of Anvil and Hardhat, and of Ganache: these begin anew with each start of the node, others never. */
const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

/** Whoever has a block has all before it. */
async function countOrphans(
  saved: readonly SavedBlock[],
  { chainId, node }: Pick<FollowParts, 'chainId' | 'node'>,
): Promise<number> {
  // One that the node does not have yet may not be gone: of several behind one address, some lag.
  const isKnown = async ({ number }: SavedBlock) => (await node.block(number)) !== undefined;
  const known = saved[await firstOf(saved, isKnown)];
  const isForked = known !== undefined && !(await isKept(node, known));
  if (isForked || DEVELOPMENT_CHAINS.includes(chainId)) {
    return firstOf(saved, (block) => isKept(node, block));
  }
  const message = `The RPC endpoint does not have the block ${saved[0]?.number}, which was read already.`;
  throw new RpcError('unreachable', message);
}

/** Where the first is for which it holds, as it does for all behind; found by halving. */
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
