// A row of `profiles` as one text. A page of a search shows fifty columns of a hundred wallets from all
// over the table: fetching them one by one was most of what it cost.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../../protocol/profiles/profile-fields.js';

/** Instants are stored in UTC; the wire wants ISO 8601. */
export const wireInstant = (column: string): string =>
  `concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`;

const INSTANTS = [
  'first_seen',
  'last_seen',
  'first_onchain',
  'last_onchain',
  'updated_at',
] as const;

/** Not as integers of 64 bits, which some settings of an engine write as texts. */
const NUMBERS = [
  'num_sessions',
  'revenue',
  'volume',
  'points',
  'net_worth_usd',
  'tx_count',
] as const;

const TEXTS = [
  ...ATTRIBUTION_FIELDS.flatMap((name) => [`first_${name}`, `last_${name}`] as const),
  ...DEVICE_FIELDS,
  ...(['last_type', 'last_event', 'last_properties'] as const),
  ...IDENTITY_FIELDS,
] as const;

/** What stands at each place of the JSON array `shown`; a change of it needs a migration. */
export const SHOWN_PLACES = [
  ...INSTANTS.map((name) => `${name}_iso` as const),
  ...NUMBERS,
  'activity_dates',
  ...TEXTS,
] as const;

/** SQL over the other columns of `profiles`. */
export const SHOWN_SQL = `toJSONString(tuple(
  ${[
    ...INSTANTS.map(wireInstant),
    ...NUMBERS.map((name) => `toFloat64(${name})`),
    'arrayMap(day -> toString(day), activity_dates)',
    ...TEXTS,
  ].join(', ')}))`;
