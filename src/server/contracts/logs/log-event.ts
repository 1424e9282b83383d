// Makes an event from a log: its time, the sender of its transaction, and its decoded values.
import { getAddress } from 'ethers/address';
import { EVENT_VERSION } from '../../../protocol/event-types.js';
import type { WireEvent } from '../../../protocol/events.js';
import { LOG_ID_PREFIX } from '../../events/message-id.js';
import type { FullBlock, Log } from './chain-node.js';
import type { DecodedLog } from './decode-log.js';
import { freeName } from './free-name.js';

export interface ReadLog {
  readonly chainId: number;
  readonly log: Log;
  readonly block: FullBlock;
  readonly decoded: DecodedLog;
  /**
   * How often the chain orphaned this block and returned to it. Part of the event's id, as earlier ids were
   * deleted.
   */
  readonly timesOrphaned: number;
}

/**
 * Properties with a meaning in analytics. Inputs of these names get the prefix `arg_`, so that amounts of
 * tokens, for one, are not added up as money.
 */
const RESERVED = ['revenue', 'volume', 'points', 'currency', 'builder_codes', 'url', 'path'];

/** The prefix of the ids of all events of a block. */
export const blockPrefix = (chainId: number, blockHash: string): string =>
  `${LOG_ID_PREFIX}${chainId}:${blockHash}:`;

/** The same log always makes the same event, so that repeats are dropped by id. */
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
