// Makes the profile that the API answers from what the database knows of a wallet.
import { plainNumber } from '../../protocol/plain-number.js';
import type { Profile } from '../../protocol/profiles/profile.js';
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
  type Lifecycle,
  type ProfileExpansion,
} from '../../protocol/profiles/profile-fields.js';
import { spellAddress } from '../evm-address.js';
import { type LabelRow, NO_CHAIN } from './label-store.js';
import type { ProfileRow } from './profile-columns.js';
import type { HoldingsRow } from './store.js';

export interface ProfileSections {
  readonly wanted: ReadonlySet<ProfileExpansion>;
  readonly holdings: HoldingsRow | undefined;
  readonly labels: readonly LabelRow[];
}

/** Texts that are empty in the database are unknown. */
const known = (text: string): string | null => (text === '' ? null : text);

function texts<const N extends keyof ProfileRow & string>(
  row: Readonly<Record<N, string>>,
  names: readonly N[],
): Record<N, string | null> {
  return Object.fromEntries(names.map((name) => [name, known(row[name])])) as Record<
    N,
    string | null
  >;
}

const FIRST = ATTRIBUTION_FIELDS.map((name) => `first_${name}` as const);
const LAST = ATTRIBUTION_FIELDS.map((name) => `last_${name}` as const);

export function profileOf(row: ProfileRow, sections: ProfileSections): Profile {
  return {
    address: spellAddress(row.wallet),
    net_worth_usd: row.net_worth_usd,
    tx_count: row.tx_count,
    first_onchain: row.first_onchain_iso,
    last_onchain: row.last_onchain_iso,
    updated_at: row.updated_at_iso,
    lifecycle: known(row.lifecycle) as Lifecycle | null,
    ...texts(row, IDENTITY_FIELDS),
    first_seen: row.first_seen_iso,
    last_seen: row.last_seen_iso,
    num_sessions: row.num_sessions,
    revenue: plainNumber(row.revenue),
    volume: plainNumber(row.volume),
    points: plainNumber(row.points),
    activity_dates: row.first_seen_iso === null ? null : [...row.activity_dates],
    ...texts(row, DEVICE_FIELDS),
    ...texts(row, FIRST),
    ...texts(row, LAST),
    ...texts(row, ['last_type', 'last_event', 'last_properties']),
    ...sectionsOf(sections),
  };
}

/** A section that was asked for and is unknown is empty. */
function sectionsOf({ wanted, holdings, labels }: ProfileSections): Partial<Profile> {
  return {
    ...(wanted.has('chains') ? { chains: (holdings?.chains ?? []) as Profile['chains'] } : {}),
    ...(wanted.has('apps') ? { apps: (holdings?.apps ?? []) as Profile['apps'] } : {}),
    ...(wanted.has('tokens') ? { tokens: (holdings?.tokens ?? []) as Profile['tokens'] } : {}),
    ...(wanted.has('labels') ? { labels: labels.map(shownLabel) } : {}),
  };
}

const shownLabel = ({ tag_id, value, chain_id, source }: LabelRow) => ({
  id: tag_id,
  value,
  chain_id: chain_id === '' ? NO_CHAIN : chain_id,
  source,
});
