// The labels and sources in use, by which the list of wallets can be filtered.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import type { Named } from '../format/named.js';
import { ifAllowed } from './if-allowed.js';

export interface WalletChoices {
  readonly labels: readonly Named[];
  readonly campaigns: readonly Named[];
  readonly referrers: readonly Named[];
}

/** Most choices of each kind: nobody finds an entry in a longer list. Others can be put into the page's address. */
const MOST = 100;

const LABELS = `SELECT tag_id AS name, uniqExact(address) AS wallets FROM labels
  GROUP BY name ORDER BY wallets DESC, name LIMIT ${MOST}`;

const sourcesOf = (column: string, rest = '') =>
  `SELECT ${column} AS name, uniqExact(address) AS wallets FROM wallet_profiles
  WHERE ${column} != ''${rest} GROUP BY name ORDER BY wallets DESC, name LIMIT ${MOST}`;

export async function readWalletChoices(
  client: Chaintrail,
  options: CallOptions = {},
): Promise<WalletChoices> {
  const named = (query: string, prefix = '') =>
    ifAllowed(async () => {
      const { data } = await client.query.run<{ name: string }>(query, options);
      return data.map(({ name }) => ({ value: prefix + name, name }));
    });
  // One after another: a workspace may run only a few queries at the same time.
  const labels = await named(LABELS);
  const campaigns = await named(sourcesOf('first_utm_source'), 'utm:');
  const referrers = await named(sourcesOf('first_referrer', " AND first_utm_source = ''"), 'ref:');
  return { labels, campaigns, referrers };
}
