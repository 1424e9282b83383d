// Reads the wallets of the list: from the profile search, or, for a part of a name, with the query operation.
import type { Profile } from '../../client/answers.js';
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { SOCIAL_FIELDS } from '../../protocol/profiles/profile-fields.js';
import { inTurns } from './in-turns.js';
import { sqlText } from './sql-text.js';
import { type Order, profileSearchOf, type WalletList } from './wallet-list.js';

export interface WalletsAnswer {
  readonly profiles: readonly Profile[];
  /** How many wallets match. */
  readonly total: number;
  /** How many more wallets contain the text than were read. */
  readonly unseen: number;
}

/** Wallets on a page. */
export const PAGE = 25;
/** Most matches of a text that are read: each takes a request, since the profile search compares whole names. */
export const MOST_FOUND = 50;
/** Most wallets of an export. */
export const MOST_EXPORTED = 10_000;
const EXPORT_PAGE = 1_000;
const AT_ONCE = 5;

const NAMES = ['address', 'display_name', ...SOCIAL_FIELDS];
const holds = (column: string, text: string) =>
  `positionCaseInsensitiveUTF8(${column}, ${sqlText(text)}) > 0`;

/** How the values of one wallet in several projects become one, as in the profile search. Default: their sum. */
const MERGED: Partial<Record<Order, string>> = {
  first_seen: 'min',
  last_seen: 'max',
  net_worth_usd: 'max',
  tx_count: 'max',
};

export function matchesQuery({ find, project, order, dir }: WalletList): string {
  const own = project === '' ? '' : `project_id = ${sqlText(project)} AND `;
  return `SELECT address, ${MERGED[order] ?? 'sum'}(${order}) AS ordered FROM wallet_profiles
  WHERE ${own}(${NAMES.map((name) => holds(name, find)).join(' OR ')} OR address IN (
    SELECT address FROM labels WHERE ${own}(${holds('tag_id', find)} OR ${holds('value', find)})))
  GROUP BY address ORDER BY ordered ${dir.toUpperCase()} NULLS LAST, address LIMIT ${MOST_FOUND}`;
}

async function readFound(client: Chaintrail, list: WalletList, options: CallOptions) {
  const { data, total } = await client.query.run<{ address: string }>(matchesQuery(list), options);
  const search = { ...profileSearchOf(list), limit: 1 };
  const read = await inTurns(data, AT_ONCE, ({ address }) =>
    client.profiles.search({ ...search, address }, options),
  );
  return {
    found: read.flatMap(({ data: profiles }) => profiles),
    unseen: Math.max(0, total - data.length),
  };
}

/** Reads one page of the list. */
export async function readWallets(
  client: Chaintrail,
  list: WalletList,
  options: CallOptions = {},
): Promise<WalletsAnswer> {
  const { offset } = list;
  if (list.find !== '') {
    const { found, unseen } = await readFound(client, list, options);
    return { profiles: found.slice(offset, offset + PAGE), total: found.length, unseen };
  }
  const question = { ...profileSearchOf(list), limit: PAGE, offset };
  const { data, meta } = await client.profiles.search(question, options);
  return { profiles: data, total: meta.total, unseen: 0 };
}

/** Reads the whole list for an export, up to `MOST_EXPORTED`. */
export async function readAllWallets(
  client: Chaintrail,
  list: WalletList,
  options: CallOptions = {},
): Promise<readonly Profile[]> {
  if (list.find !== '') return (await readFound(client, list, options)).found;
  return client.profiles
    .search({ ...profileSearchOf(list), limit: EXPORT_PAGE }, options)
    .toArray({ limit: MOST_EXPORTED });
}
