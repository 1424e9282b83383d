// Brings all contracts of a chain up to the blocks that are deep enough to count.
import { createLogDecoder } from './decode-log.js';
import { type FollowParts, followChain } from './follow-chain.js';
import { RpcError } from './json-rpc.js';
import type { RangeSize } from './range-size.js';
import { type RangeParts, RangeRefusedError, type Reading, readRange } from './read-range.js';
import type { ReadingStore } from './reading-store.js';

export interface ChainParts extends RangeParts, Omit<FollowParts, 'node' | 'store'> {
  readonly store: ReadingStore;
  /** Blocks that must follow one. */
  readonly confirmations: number;
  readonly range: RangeSize;
  readonly signal: AbortSignal;
}

/** @throws {RpcError} and what the databases throw; what was read until then stays read */
export async function readChain(parts: ChainParts): Promise<void> {
  const { chainId, node, store, confirmations, signal } = parts;
  if ((await store.contracts(chainId)).length === 0) return;
  for (;;) {
    signal.throwIfAborted();
    await followChain(parts);
    const last = (await node.head()) - confirmations;
    await store.begin(chainId, Math.max(0, last + 1));
    const behind = (await readingsBehind(store, chainId, last)).entries();
    let isAny = false;
    // The newest first: a contract that reads years must not hold up the others.
    for (const [from, readings] of behind) {
      isAny = true;
      signal.throwIfAborted();
      await readSome(parts, readings, { from, to: last });
    }
    if (!isAny) return;
  }
}

/** Contracts by the block at which they go on, the latest first. */
async function readingsBehind(store: ReadingStore, chainId: number, last: number) {
  const readings = new Map<number, Reading[]>();
  const contracts = (await store.contracts(chainId)).toSorted(
    (a, b) => (b.next_block ?? 0) - (a.next_block ?? 0),
  );
  for (const contract of contracts) {
    const { next_block: from, events } = contract;
    if (from === null || from > last) continue;
    const group = readings.get(from) ?? [];
    readings.set(from, group);
    group.push({ contract, decoder: createLogDecoder(events) });
  }
  return readings;
}

async function readSome(
  parts: ChainParts,
  readings: readonly Reading[],
  { from, to: last }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { range } = parts;
  const to = Math.min(last, from + range.current() - 1);
  try {
    if (await readRange(parts, readings, { from, to })) range.succeeded();
  } catch (error) {
    const isRefused = error instanceof RangeRefusedError;
    // Also when it was a call too many: a range that takes more than a node allows would never be read.
    const canBeLess = (isRefused || error instanceof RpcError) && range.refused(to - from + 1);
    if (!isRefused || !canBeLess) throw isRefused ? error.cause : error;
  }
}
