// Typical searches of wallets, some also on a page deep in the results.
import { createProfilesService } from '../../../dist/server/profiles/service.js';
import { createProfilesStore } from '../../../dist/server/profiles/store.js';
import { WALLETS_PROJECT } from './generate-profiles.mjs';

const DAY_MS = 86_400_000;
const LIFECYCLE = {
  churnedDays: 30,
  newDays: 30,
  powerUserDays: 5,
  resurrectedDays: 30,
  atRiskDays: 14,
};

const is = (field, op, value) => ({ field, op, value });

/** The searches by name; `wallet` is one of the project. */
export const profileSearches = (database, { now, wallet }) => {
  const service = createProfilesService({
    store: createProfilesStore(database),
    findSegment: () => {
      throw new Error('There are no segments here.');
    },
    lifecycle: LIFECYCLE,
    now: () => now,
  });
  const projects = [WALLETS_PROJECT];
  const search =
    (query, ...conditions) =>
    () =>
      service.search(query, { conditions }, projects);
  const lately = new Date(now - 14 * DAY_MS).toISOString();
  const deep = { offset: 100_000 };
  return {
    'all, by last_onchain': search({}),
    'all, by revenue': search({ order_by: 'revenue' }),
    'all, by revenue, deep': search({ order_by: 'revenue', ...deep }),
    'all, by last_seen': search({ order_by: 'last_seen' }),
    'all, by last_seen, deep': search({ order_by: 'last_seen', ...deep }),
    'all, by last_seen, 1000 a page': search({ order_by: 'last_seen', limit: 1_000 }),
    'revenue > 100': search({ order_by: 'revenue' }, is('users.revenue', 'gt', 100)),
    'last_seen within 14 days': search(
      { order_by: 'last_seen' },
      is('users.last_seen', 'gte', lately),
    ),
    'label tier = gold': search({ order_by: 'revenue' }, is('labels.tier', 'eq', 'gold')),
    'label tier = gold, deep': search(
      { order_by: 'revenue', offset: 50_000 },
      is('labels.tier', 'eq', 'gold'),
    ),
    'label whale, expanded': search(
      { order_by: 'net_worth_usd', expand: 'labels,chains,tokens,apps' },
      is('labels.whale', 'eq', true),
    ),
    'text: source, country, browser': search(
      { order_by: 'volume' },
      is('users.first_utm_source', 'in', ['x', 'google']),
      is('users.location', 'eq', 'DE'),
      is('users.browser', 'neq', 'edge'),
    ),
    'twitter known': search({ order_by: 'net_worth_usd' }, is('users.twitter', 'eq', true)),
    'lifecycle = Power user': search(
      { order_by: 'num_sessions' },
      is('users.lifecycle', 'eq', 'Power user'),
    ),
    'any chain > $100,000': search(
      { order_by: 'net_worth_usd' },
      is('chains.balance', 'gt', 100_000),
    ),
    'chain 8453 > $1,000': search(
      { order_by: 'net_worth_usd' },
      is('chains.8453.balance', 'gt', 1_000),
    ),
    'app > $1,000': search({ order_by: 'net_worth_usd' }, is('apps.lend.balance', 'gt', 1_000)),
    'token on a chain > 1000': search(
      { order_by: 'net_worth_usd' },
      is('tokens.1.token1.balance', 'gt', 1_000),
    ),
    'one address': search({ address: wallet }),
    'GET one profile': () => service.get(wallet, {}, projects),
    'GET one profile, expanded': () =>
      service.get(wallet, { expand: 'labels,chains,tokens,apps' }, projects),
  };
};
