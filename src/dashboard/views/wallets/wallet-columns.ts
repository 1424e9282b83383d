// The columns of the list of wallets in an export, and the values that the page shows, too.
import type { Profile } from '../../../client/answers.js';
import { type CsvColumn, toCsv } from '../../format/csv.js';
import { countryName } from '../../format/names.js';

/** The source of a wallet: the campaign before the referrer, as it says more. */
export const sourceOf = (profile: Profile): string =>
  profile.first_utm_source || profile.first_referrer || 'Direct';

export const nameOf = ({ display_name: name, ens }: Profile): string | null => name ?? ens;

/** A value from enrichment. Undefined for a wallet without any, for which the API gives 0. */
export const known = (profile: Profile, value: number): number | undefined =>
  profile.updated_at === null ? undefined : value;

const COLUMNS: readonly CsvColumn<Profile>[] = [
  { title: 'Wallet', value: ({ address }) => address },
  { title: 'Name', value: nameOf },
  { title: 'Stage', value: ({ lifecycle }) => lifecycle },
  { title: 'First seen', value: (profile) => profile.first_seen },
  { title: 'Last seen', value: (profile) => profile.last_seen },
  { title: 'Sessions', value: (profile) => profile.num_sessions ?? 0 },
  { title: 'Revenue', value: ({ revenue }) => revenue ?? 0 },
  { title: 'Volume', value: ({ volume }) => volume ?? 0 },
  { title: 'Points', value: ({ points }) => points ?? 0 },
  { title: 'Net worth', value: (profile) => known(profile, profile.net_worth_usd) },
  { title: 'Transactions on chain', value: (profile) => known(profile, profile.tx_count) },
  { title: 'Country', value: ({ location }) => countryName(location ?? '') },
  { title: 'Source', value: sourceOf },
];

export const walletsCsv = (profiles: readonly Profile[]): string => toCsv(COLUMNS, profiles);
