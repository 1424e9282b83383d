// Orders events of the same millisecond as they were recorded, by their ids. Before, they were ordered by the
// hashes of their ids, so that half of the visitors with two steps in one task of a page missed the second one.
import type { Migration } from '../../ports.js';
import type { TableStorage } from '../table-storage.js';

/** UUID version 7: the 12 bits behind the version count within a millisecond, as our SDKs make them. */
const IS_COUNTED = "match(message_id, '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-')";
const COUNTER = "reinterpretAsUInt16(reverse(unhex(concat('0', substring(message_id, 16, 3)))))";

/** All logs of a block have its time. Their ids name their index in it: `log:<chain>:<block>:<index>`. */
const IS_LOG = "startsWith(message_id, 'log:')";
const LOG_INDEX = "least(toUInt64OrZero(splitByChar(':', message_id)[4]), 4095)";

/**
 * Below the milliseconds: 12 bits of the order within one, then 10 bits that tell apart the events of several
 * senders. Ids of other senders tell no order: theirs are 22 bits of a hash, as before.
 */
const ORDER = `toUInt64(toUnixTimestamp64Milli(timestamp)) * 4194304
      + toUInt64(multiIf(${IS_COUNTED}, ${COUNTER}, ${IS_LOG}, ${LOG_INDEX}, bitShiftRight(message_hash, 52))) * 1024
      + bitAnd(bitShiftRight(message_hash, 42), 1023)`;

/** Existing rows are rewritten in the background, as in migration 0007. */
export const orderByIdMigration = ({ onCluster }: TableStorage): Migration => ({
  id: '0015-order-by-id',
  statements: [
    `ALTER TABLE events ${onCluster}
  MODIFY COLUMN event_order UInt64 MATERIALIZED ${ORDER} CODEC(ZSTD(1))`,
    `ALTER TABLE events ${onCluster} MATERIALIZE COLUMN event_order SETTINGS mutations_sync = 0`,
  ],
});
