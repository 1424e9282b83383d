// Notices that a chain gave up blocks that were read, and goes back to where it forked.
import type { Block, ChainNode } from './chain-node.js';
import { blockPrefix } from './log-event.js';
import type { ReadingStore, SavedBlock } from './reading-store.js';

export interface FollowParts {
  readonly chainId: number;
  readonly node: Pick<ChainNode, 'block'>;
  readonly store: Pick<ReadingStore, 'savedBlocks' | 'rollBack'>;
  /** Takes events back whose ids begin like this, of these days. */
  readonly retract: (prefixes: readonly string[], days: readonly string[]) => Promise<void>;
  readonly onReorganised: (blocks: number) => void;
}

/** Events of blocks that the chain does not have any more are taken back before reading goes on. */
export async function followChain(parts: FollowParts): Promise<void> {
  const { chainId, node, store, retract, onReorganised } = parts;
  const saved = await store.savedBlocks(chainId);
  const count = await countOrphans(saved, (number) => node.block(number));
  if (count === 0) return;
  const orphans = saved.slice(0, count);
  // Behind the oldest block that is known, nobody can tell any more.
  const ancestor = saved[count]?.number ?? (orphans.at(-1)?.number ?? 0) - 1;
  onReorganised(count);
  await retract(
    orphans.map(({ hash }) => blockPrefix(chainId, hash)),
    [...new Set(orphans.map(({ day }) => day))],
  );
  await store.rollBack(chainId, ancestor, orphans);
}

/** Whoever has a block has all before it: the first that fits is found by halving. */
async function countOrphans(
  saved: readonly SavedBlock[],
  read: (number: number) => Promise<Block | undefined>,
): Promise<number> {
  const isKept = async (index: number): Promise<boolean> => {
    const block = saved[index];
    return block === undefined || (await read(block.number))?.hash === block.hash;
  };
  if (await isKept(0)) return 0;
  let [orphan, kept] = [0, saved.length];
  while (kept - orphan > 1) {
    const middle = Math.floor((orphan + kept) / 2);
    if (await isKept(middle)) kept = middle;
    else orphan = middle;
  }
  return kept;
}
