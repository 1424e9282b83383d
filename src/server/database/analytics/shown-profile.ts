// The shown columns of a `profiles` row as one JSON text. A page of a search shows fifty columns of a hundred
// wallets from all over the table; to fetch each column was most of its cost.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../../protocol/profiles/profile-fields.js';

/** Converts an instant, stored in UTC, to ISO 8601 for the API. */
export const wireInstant = (column: string): string =>
  `concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`;

const INSTANTS = [
  'first_seen',
  'last_seen',
  'first_onchain',
  'last_onchain',
  'updated_at',
] as const;

/** Converted to Float64, because some engine settings write 64-bit integers as texts. */
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

/** The field at each index of the JSON array `shown`. Changing it requires a migration. */
export const SHOWN_PLACES = [
  ...INSTANTS.map((name) => `${name}_iso` as const),
  ...NUMBERS,
  'activity_dates',
  ...TEXTS,
] as const;

/** SQL that computes `shown` from the other columns of `profiles`. */
export const SHOWN_SQL = `toJSONString(tuple(
  ${[
    ...INSTANTS.map(wireInstant),
    ...NUMBERS.map((name) => `toFloat64(${name})`),
    'arrayMap(day -> toString(day), activity_dates)',
    ...TEXTS,
  ].join(', ')}))`;
