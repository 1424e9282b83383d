// An in-memory chain that tests extend, fork and revert, and a node that serves it.
import { id } from 'ethers';
import type { ChainNode, Log } from '../../../src/server/contracts/logs/chain-node.js';

export interface MemoryBlock {
  readonly hash: string;
  /** The values of its logs, one log for each. */
  readonly values: readonly number[];
}

const PING_TOPIC = id('Ping(address,uint256)');
export const MEMORY_ADDRESS = `0x${'ab'.repeat(20)}`;

const SENDER = `0x${'cd'.repeat(20)}`;
const HOUR_MS = 3_600_000;

const word = (value: number): string => value.toString(16).padStart(64, '0');

const logsOf = ({ hash, values }: MemoryBlock, number: number): Log[] =>
  values.map((value, index) => ({
    address: MEMORY_ADDRESS,
    topics: [PING_TOPIC, `0x${word(1)}`],
    data: `0x${word(value)}`,
    blockHash: hash,
    blockNumber: number,
    transactionHash: `0x${word(value)}`,
    index,
  }));

/**
 * @param chain returns the current chain, from block 0 on
 * @param begun the time of block 0. Default: a day ago
 */
export function memoryNode(
  chain: () => readonly MemoryBlock[],
  chainId: number,
  begun = Date.now() - 24 * HOUR_MS,
): ChainNode {
  const headerOf = (block: MemoryBlock, number: number) => ({
    number,
    hash: block.hash,
    time: begun + number * 1_000,
  });
  return {
    chainId: async () => chainId,
    head: async () => chain().length - 1,
    async block(number) {
      const block = chain()[number];
      return block && headerOf(block, number);
    },
    async fullBlock(number) {
      const block = chain()[number];
      if (block === undefined) return undefined;
      const senders = block.values.map((value) => [`0x${word(value)}`, SENDER] as const);
      return { ...headerOf(block, number), senders: new Map(senders) };
    },
    logs: async ({ from, to }) =>
      chain().flatMap((block, number) =>
        number >= from && number <= to ? logsOf(block, number) : [],
      ),
  };
}
