// Makes the event of a log: when it happened, whose transaction it was, what it says.
import { getAddress } from 'ethers/address';
import { EVENT_VERSION } from '../../../protocol/event-types.js';
import type { WireEvent } from '../../../protocol/events.js';
import type { FullBlock, Log } from './chain-node.js';
import type { DecodedLog } from './decode-log.js';
import { freeName } from './free-name.js';

export interface ReadLog {
  readonly chainId: number;
  readonly log: Log;
  readonly block: FullBlock;
  readonly decoded: DecodedLog;
  /** How often the chain gave this block up and came back to it. */
  readonly timesOrphaned: number;
}

/** Amounts of a chain are no amounts of money: they must not be added up as such. */
const RESERVED = ['revenue', 'volume', 'points', 'currency', 'builder_codes', 'url', 'path'];

/** Begins the ids of all events of a block. */
export const blockPrefix = (chainId: number, blockHash: string): string =>
  `log:${chainId}:${blockHash}:`;

/** The same log always makes the same event. */
export function logEvent({ chainId, log, block, decoded, timesOrphaned }: ReadLog): WireEvent {
  const { event, values } = decoded;
  const place = {
    chain_id: chainId,
    contract_address: getAddress(log.address),
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    transaction_hash: log.transactionHash,
    log_index: log.index,
  };
  const names = Object.keys(values);
  const given = Object.entries(values).map(([name, value]) => {
    const isTaken = Object.hasOwn(place, name) || RESERVED.includes(name);
    return [isTaken ? freeName(`arg_${name}`, names) : name, value] as const;
  });
  const sender = block.senders.get(log.transactionHash);
  const again = timesOrphaned === 0 ? '' : `:${timesOrphaned}`;
  return {
    type: 'decoded_log',
    channel: 'server',
    version: EVENT_VERSION,
    event,
    address: sender === undefined ? null : getAddress(sender),
    properties: { ...Object.fromEntries(given), ...place },
    original_timestamp: new Date(block.time).toISOString(),
    message_id: `${blockPrefix(chainId, log.blockHash)}${log.index}${again}`,
  };
}
