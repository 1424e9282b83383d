// Reads the logs of all contracts of a chain, up to the last block with enough confirmations.
import { createLogDecoder } from './decode-log.js';
import { type FollowParts, followChain, takeBack } from './follow-chain.js';
import { RpcError } from './json-rpc.js';
import type { RangeSize } from './range-size.js';
import { type RangeParts, RangeRefusedError, type Reading, readRange } from './read-range.js';
import type { ReadContract, ReadingStore } from './reading-store.js';

export interface ChainParts extends RangeParts, Omit<FollowParts, 'node' | 'store'> {
  readonly store: ReadingStore;
  /** How many blocks must follow a block before it is read. */
  readonly confirmations: number;
  readonly range: RangeSize;
  readonly signal: AbortSignal;
}

/** The node refuses even a single block for these contracts; the other contracts were read. */
export class ContractsRefusedError extends RpcError {
  readonly contracts: readonly string[];

  constructor(message: string, contracts: readonly string[]) {
    super('answered', message);
    this.name = 'ContractsRefusedError';
    this.contracts = contracts;
  }
}

/**
 * @throws {ContractsRefusedError} after all other contracts were read
 * @throws {RpcError} and errors of the databases; ranges that were read before stay recorded
 */
export async function readChain(parts: ChainParts): Promise<void> {
  const { chainId, node, store, confirmations, signal } = parts;
  // Without contracts nothing is read, but a retraction that was cut short is still finished.
  if ((await store.contracts(chainId)).length === 0) return takeBack(parts);
  /** By contract: the node's error when it refused a single block. */
  const refused = new Map<string, string>();
  for (;;) {
    signal.throwIfAborted();
    await followChain(parts);
    const last = (await node.head()) - confirmations;
    await store.begin(chainId, Math.max(0, last + 1));
    const contracts = (await store.contracts(chainId)).filter(({ id }) => !refused.has(id));
    const behind = readingsBehind(contracts, last).entries();
    let isAny = false;
    // Contracts that are nearly up to date come first, so that one with years to read does not delay them.
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

/** The contracts that are behind, grouped by their next block, the latest block first. */
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
  /** Filled with the node's error for each contract of which it refuses even a single block. */
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
    // The range shrinks after a rate limit as well: one that needs more calls than are allowed would never be read.
    const canBeLess = error instanceof RpcError && range.refused(to - from + 1);
    if (!(error instanceof RangeRefusedError)) throw error;
    if (canBeLess) return;
    for (const reading of readings) {
      // The refusal may be due to one of several contracts, so each is tried alone.
      if (readings.length > 1) await readSome(parts, [reading], { from, to, refused });
      else refused.set(reading.contract.id, error.message);
    }
  }
}
