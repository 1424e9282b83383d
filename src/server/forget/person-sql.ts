// Which rows are a person's, in SQL.
import { walletOf } from '../database/analytics/wallet-profile-select.js';

/** The query parameters of `carriesIds`. */
export interface PersonParams {
  readonly wallets: readonly string[];
  readonly anonymous: readonly string[];
  readonly users: readonly string[];
}

export const IN_PROJECTS = 'project_id IN {projects:Array(String)}';

/** @param of the alias of `events`, with its dot; empty for none */
export const carriesIds = (of: string): string => `(
  (${of}address != '' AND ${walletOf(`${of}address`)} IN {wallets:Array(String)})
  OR (${of}anonymous_id != '' AND ${of}anonymous_id IN {anonymous:Array(String)})
  OR (${of}user_id != '' AND ${of}user_id IN {users:Array(String)}))`;

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
