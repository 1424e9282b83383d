// The filters and the order of the list of wallets, as the options in the page's address have them.
import {
  LIFECYCLES,
  type Lifecycle,
  type PROFILE_ORDERS,
} from '../../protocol/profiles/profile-fields.js';
import type { ProfileCondition } from '../../protocol/profiles/search.js';

/** The orders that the list can have, with their names. */
export const ORDERS = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  revenue: 'Revenue',
  volume: 'Volume',
  points: 'Points',
  num_sessions: 'Sessions',
  net_worth_usd: 'Net worth',
  tx_count: 'Transactions on chain',
} as const satisfies Partial<Record<(typeof PROFILE_ORDERS)[number], string>>;

export type Order = keyof typeof ORDERS;
export type Direction = 'asc' | 'desc';

export interface WalletList {
  /** Part of an address, name or label to search for; empty for all wallets. */
  readonly find: string;
  readonly stage: Lifecycle | '';
  /** Id of the project; empty for all that the key sees. */
  readonly project: string;
  /** Id of a segment; empty for none. */
  readonly segment: string;
  /** Tag of a label; empty for none. */
  readonly label: string;
  /** First source of the wallets: `direct`, `utm:<campaign source>` or `ref:<referrer>`. */
  readonly source: string;
  readonly order: Order;
  readonly dir: Direction;
  readonly offset: number;
}

const DEFAULTS: WalletList = {
  find: '',
  stage: '',
  project: '',
  segment: '',
  label: '',
  source: '',
  order: 'last_seen',
  dir: 'desc',
  offset: 0,
};

type Options = Readonly<Record<string, string>>;

export const isOrder = (text: string): text is Order => Object.hasOwn(ORDERS, text);
const isSource = (text: string): boolean => text === 'direct' || /^(utm|ref):./s.test(text);

const isTag = (text: string): boolean => /^[a-z0-9._:-]{1,128}$/.test(text);

/** Longer than any address or name. */
const MOST_SIGNS = 200;

/** Leaves out what it does not understand, as `parsePlace` does. */
export function parseWalletList(options: Options): WalletList {
  const { find = '', stage = '', project = '', segment = '', label = '', source = '' } = options;
  const { order = '', dir, offset } = options;
  return {
    find: find.trim().slice(0, MOST_SIGNS),
    stage: LIFECYCLES.find((one) => one === stage) ?? '',
    project,
    segment,
    label: isTag(label) ? label : '',
    source: isSource(source) ? source : '',
    order: isOrder(order) ? order : DEFAULTS.order,
    dir: dir === 'asc' ? 'asc' : 'desc',
    offset: Math.max(0, Math.trunc(Number(offset)) || 0),
  };
}

/** The options for the address. Defaults are left out. */
export const formatWalletList = (list: WalletList): Options =>
  Object.fromEntries(
    Object.entries(list)
      .filter(([name, value]) => value !== DEFAULTS[name as keyof WalletList])
      .map(([name, value]) => [name, String(value)]),
  );

/** Whether the list is filtered or searched, so that it may leave out wallets. */
export const isNarrowed = (list: WalletList): boolean =>
  [list.find, list.stage, list.project, list.segment, list.label, list.source].some(
    (part) => part !== '',
  );

const equals = (field: string, value: string): ProfileCondition => ({ field, op: 'eq', value });

/** The conditions for a source. A wallet with a campaign counts by that, whatever its referrer. */
function sourceConditions(source: string): ProfileCondition[] {
  if (source === '') return [];
  const value = source.slice(4);
  if (source.startsWith('utm:')) return [equals('users.first_utm_source', value)];
  return [
    equals('users.first_utm_source', ''),
    equals('users.first_referrer', source === 'direct' ? '' : value),
  ];
}

/** The parameters of the profile search for the list, apart from `find`, which that search does not have. */
export function profileSearchOf(list: WalletList) {
  const { stage, project, segment, label, source, order, dir } = list;
  return {
    order_by: order,
    order_dir: dir,
    ...(project === '' ? {} : { project_id: project }),
    ...(segment === '' ? {} : { segment_id: segment }),
    conditions: [
      ...(stage === '' ? [] : [equals('users.lifecycle', stage)]),
      // The label with any value: every text is `>= ''`.
      ...(label === '' ? [] : [{ field: `labels.${label}`, op: 'gte' as const, value: '' }]),
      ...sourceConditions(source),
    ],
  };
}
