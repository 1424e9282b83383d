// Brings all contracts of a chain up to the blocks that are deep enough to count.
import { createLogDecoder } from './decode-log.js';
import { type FollowParts, followChain, takeBack } from './follow-chain.js';
import { RpcError } from './json-rpc.js';
import type { RangeSize } from './range-size.js';
import { type RangeParts, RangeRefusedError, type Reading, readRange } from './read-range.js';
import type { ReadContract, ReadingStore } from './reading-store.js';

export interface ChainParts extends RangeParts, Omit<FollowParts, 'node' | 'store'> {
  readonly store: ReadingStore;
  /** Blocks that must follow one. */
  readonly confirmations: number;
  readonly range: RangeSize;
  readonly signal: AbortSignal;
}

/** The node refuses the next block of these contracts; all others were read. */
export class ContractsRefusedError extends RpcError {
  readonly contracts: readonly string[];

  constructor(message: string, contracts: readonly string[]) {
    super('answered', message);
    this.name = 'ContractsRefusedError';
    this.contracts = contracts;
  }
}

/**
 * @throws {ContractsRefusedError} once the others are read
 * @throws {RpcError} and what the databases throw; what was read until then stays read
 */
export async function readChain(parts: ChainParts): Promise<void> {
  const { chainId, node, store, confirmations, signal } = parts;
  // Of contracts that are deleted no log is read any more; what was read must not stay half taken back.
  if ((await store.contracts(chainId)).length === 0) return takeBack(parts);
  /** What the node said to the next block of a contract. */
  const refused = new Map<string, string>();
  for (;;) {
    signal.throwIfAborted();
    await followChain(parts);
    const last = (await node.head()) - confirmations;
    await store.begin(chainId, Math.max(0, last + 1));
    const contracts = (await store.contracts(chainId)).filter(({ id }) => !refused.has(id));
    const behind = readingsBehind(contracts, last).entries();
    let isAny = false;
    // The newest first: a contract that reads years must not hold up the others.
    for (const [from, readings] of behind) {
      isAny = true;
      signal.throwIfAborted();
      await readSome(parts, readings, { from, to: last, refused });
    }
    if (!isAny) break;
  }
  const [refusal] = refused.values();
  if (refusal !== undefined) throw new ContractsRefusedError(refusal, [...refused.keys()]);
}

/** Contracts by the block at which they go on, the latest first. */
function readingsBehind(contracts: readonly ReadContract[], last: number) {
  const readings = new Map<number, Reading[]>();
  const latestFirst = contracts.toSorted((a, b) => (b.next_block ?? 0) - (a.next_block ?? 0));
  for (const contract of latestFirst) {
    const { next_block: from, events } = contract;
    if (from === null || from > last) continue;
    const group = readings.get(from) ?? [];
    readings.set(from, group);
    group.push({ contract, decoder: createLogDecoder(events) });
  }
  return readings;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Takes what the node says of contracts of which it refuses a single block. */
  readonly refused: Map<string, string>;
}

async function readSome(
  parts: ChainParts,
  readings: readonly Reading[],
  { from, to: last, refused }: Stretch,
): Promise<void> {
  const { range } = parts;
  const to = Math.min(last, from + range.current() - 1);
  try {
    if (await readRange(parts, readings, { from, to })) range.succeeded();
  } catch (error) {
    // Also when it was a call too many: a range that takes more than a node allows would never be read.
    const canBeLess = error instanceof RpcError && range.refused(to - from + 1);
    if (!(error instanceof RangeRefusedError)) throw error;
    if (canBeLess) return;
    for (const reading of readings) {
      // It may be one of several that the others wait for.
      if (readings.length > 1) await readSome(parts, [reading], { from, to, refused });
      else refused.set(reading.contract.id, error.message);
    }
  }
}
