// The SQL that rebuilds the tables of wallets without a person's events: other people may use the same wallets.
import { IDENTITY_FIELDS } from '../../protocol/profiles/profile-fields.js';
import {
  walletIdentitySelect,
  walletOf,
  walletProfileSelect,
} from '../database/analytics/wallet-profile-select.js';
import { deletion, IN_PROJECTS, isDeleted, nameless } from './person-sql.js';

/** The wallets to rebuild: those of the person, and all that the person's events carry. */
export interface SharedWallets {
  readonly projects: readonly string[];
  readonly affected: readonly string[];
}

/** @param wallet the column, or an SQL expression that gives the wallet */
export const ofWallets = (wallet = 'wallet'): string =>
  `${IN_PROJECTS} AND ${wallet} IN {affected:Array(String)}`;

/** What remains of other people who used the same wallets. */
const REMAINING = `e.project_id IN {projects:Array(String)} AND ${walletOf('e.address')} IN {affected:Array(String)}
  AND NOT ${isDeleted('e.')}`;

const FROM = 'events AS e FINAL';

const WALLET_DAYS = `(project_id, date, address, hits, sessions, revenue, volume, points)
SELECT e.project_id, toDate(e.timestamp) AS date, e.address, count(),
  groupUniqArrayIf(e.session_hash, e.session_id != ''), sum(e.revenue), sum(e.volume), sum(e.points)
FROM ${FROM} WHERE e.address != '' AND e.is_bot = 0 AND ${REMAINING}
GROUP BY e.project_id, date, e.address`;

/** For each table: deletes the rows of these wallets, and inserts them again without the person's events. */
export const WALLET_STATEMENTS: readonly string[] = (
  [
    ['wallet_profiles', ofWallets(), walletProfileSelect(FROM, REMAINING)],
    ['wallet_identity', ofWallets(), walletIdentitySelect(IDENTITY_FIELDS, FROM, REMAINING)],
    ['wallets_daily', ofWallets(walletOf('address')), WALLET_DAYS],
  ] as const
).flatMap(([table, rows, made]) => [
  deletion(table, rows),
  `INSERT INTO ${table} ${made}\nSETTINGS insert_deduplicate = 0`,
  nameless(table),
]);
