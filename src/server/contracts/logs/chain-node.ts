// The calls to a node of an EVM chain, with their hexadecimal answers parsed.
import { type RpcCall, RpcError } from './json-rpc.js';

export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Milliseconds since 1970; at most 2100, since databases cannot store a block's arbitrarily late time. */
  readonly time: number;
}

export interface FullBlock extends Block {
  /** The senders of the requested transactions, by transaction hash. */
  readonly senders: ReadonlyMap<string, string>;
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockHash: string;
  readonly blockNumber: number;
  readonly transactionHash: string;
  readonly index: number;
}

export interface LogFilter {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  readonly addresses: readonly string[];
  /** Only logs with one of these first topics; absent: all logs. */
  readonly topics?: readonly string[];
}

/** Every method may reject with RpcError. */
export interface ChainNode {
  chainId(): Promise<number>;
  /** Number of the latest block. */
  head(): Promise<number>;
  /** `undefined` for a block that the node does not have. */
  block(number: number): Promise<Block | undefined>;
  /**
   * Keeps only the senders of these transactions: all senders of thousands of blocks would fill the memory.
   */
  fullBlock(number: number, transactions: ReadonlySet<string>): Promise<FullBlock | undefined>;
  logs(filter: LogFilter): Promise<readonly Log[]>;
}

type Bag = Readonly<Record<string, unknown>>;

export const hexOf = (value: number): string => `0x${value.toString(16)}`;

export const createChainNode = (call: RpcCall): ChainNode => ({
  chainId: async () => readNumber(await call('eth_chainId', [])),
  head: async () => readNumber(await call('eth_blockNumber', [])),
  async block(number) {
    const found = await call('eth_getBlockByNumber', [hexOf(number), false]);
    return found === null ? undefined : readBlock(readBag(found));
  },
  async fullBlock(number, wanted) {
    const found = await call('eth_getBlockByNumber', [hexOf(number), true]);
    if (found === null) return undefined;
    const bag = readBag(found);
    const transactions = (Array.isArray(bag.transactions) ? bag.transactions : []).map(readBag);
    const senders = transactions
      .map(({ hash: id, from }) => [readText(id), from] as const)
      .filter(([id]) => wanted.has(id))
      .map(([id, from]) => [id, readText(from)] as const);
    return { ...readBlock(bag), senders: new Map(senders) };
  },
  async logs({ from, to, addresses, topics }) {
    const found = await call('eth_getLogs', [
      {
        fromBlock: hexOf(from),
        toBlock: hexOf(to),
        address: addresses,
        ...(topics === undefined ? {} : { topics: [topics] }),
      },
    ]);
    if (!Array.isArray(found)) throw strange('a list of logs');
    return found
      .map(readBag)
      .filter(({ removed }) => removed !== true)
      .map(readLog);
  },
});

const LATEST_MS = Date.UTC(2100);

const readBlock = ({ number, hash, timestamp }: Bag): Block => ({
  number: readNumber(number),
  hash: readText(hash),
  time: Math.min(readNumber(timestamp) * 1_000, LATEST_MS),
});

const readLog = (log: Bag): Log => ({
  address: readText(log.address).toLowerCase(),
  topics: (Array.isArray(log.topics) ? log.topics : []).map(readText),
  data: readText(log.data),
  blockHash: readText(log.blockHash),
  blockNumber: readNumber(log.blockNumber),
  transactionHash: readText(log.transactionHash),
  index: readNumber(log.logIndex),
});

const strange = (wanted: string): RpcError =>
  new RpcError('unreachable', `The RPC endpoint did not answer with ${wanted}.`);

function readBag(value: unknown): Bag {
  if (typeof value === 'object' && value !== null) return value as Bag;
  throw strange('an object');
}

function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw strange('a string');
}

function readNumber(value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? Number(value) : -1;
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw strange('a number');
}
