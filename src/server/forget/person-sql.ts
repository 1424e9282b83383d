// Which rows are a person's, in SQL.
import { walletOf } from '../database/analytics/wallet-profile-select.js';

/** The query parameters of `carriesIds` and `isDeleted`. */
export interface PersonParams {
  readonly wallets: readonly string[];
  readonly anonymous: readonly string[];
  readonly users: readonly string[];
  /** `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
  readonly until: string;
}

/** The latest time that the database can store, for a deletion of all there is. */
export const EVER = '2299-12-31 23:59:59.999';

export const IN_PROJECTS = 'project_id IN {projects:Array(String)}';

/** @param of the alias of `events`, with its dot; empty for none */
export const carriesIds = (of: string): string => `(
  (${of}address != '' AND ${walletOf(`${of}address`)} IN {wallets:Array(String)})
  OR (${of}anonymous_id != '' AND ${of}anonymous_id IN {anonymous:Array(String)})
  OR (${of}user_id != '' AND ${of}user_id IN {users:Array(String)}))`;

/** Bound as a text: the engine cannot read its own form of a bound time of that far ahead in a deletion. */
const UNTIL = "toDateTime64({until:String}, 3, 'UTC')";

/**
 * Whether a deletion takes the event. The sender's clock may be ahead, so an event that had arrived is taken
 * whatever its time; a later arrival only if it happened before, as then it would not have been stored.
 *
 * @param of the alias of `events`, with its dot; empty for none
 */
export const isDeleted = (of: string): string => `(${carriesIds(of)} AND (
  ${of}received_at <= ${UNTIL} OR ${of}timestamp <= ${UNTIL} OR ${of}original_timestamp <= ${UNTIL}))`;

/** The same for tables of what was stored about a wallet. */
export const STORED_UNTIL = `stored_at <= ${UNTIL}`;

/** The key under which rollups count the visit of an event. */
export const visitOf = (of: string): string =>
  `toString(if(${of}session_id != '', ${of}session_hash, cityHash64(${of}visitor_hash, ${of}utc_day)))`;

/** A lightweight delete would only hide the rows; this rewrites the parts that hold them. */
export const deletion = (table: string, condition: string): string =>
  `ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;

/**
 * Deletes nothing. The engine keeps the text of a table's last finished deletion in its files, with the ids in
 * it; after this one, the kept text names nobody.
 */
export const nameless = (table: string): string => deletion(table, '0');
