// The columns of a profile in SQL: as the snapshot holds them that searches scan, as they are made from the live
// tables behind it, and as they are merged where several projects know a wallet.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../protocol/profiles/profile-fields.js';
import { plainNumberSql } from '../database/analytics/plain-number-sql.js';
import {
  HOLDING_COLUMNS,
  LABEL_COLUMNS,
  liveLabels,
} from '../database/analytics/searched-columns.js';
import { SHOWN_PLACES, wireInstant } from '../database/analytics/shown-profile.js';

const FIRST = ATTRIBUTION_FIELDS.map((name) => `first_${name}`);
const LAST = ATTRIBUTION_FIELDS.map((name) => `last_${name}`);
const LAST_EVENT = ['last_type', 'last_event', 'last_properties'] as const;
const AMOUNTS = ['revenue', 'volume', 'points'] as const;
const ENGAGEMENT = ['num_sessions', ...AMOUNTS] as const;
const ON_CHAIN = [
  'net_worth_usd',
  'tx_count',
  'first_onchain',
  'last_onchain',
  'updated_at',
] as const;

const NEVER = "toDateTime64('2299-12-31 00:00:00', 3, 'UTC')";
const NOT_YET = "toDateTime64('1970-01-01 00:00:00', 3, 'UTC')";

const lines = (columns: readonly string[]): string => columns.join(',\n  ');

/**
 * One row a project and wallet, as it is now.
 *
 * @param wallets a SELECT of `project_id` and `wallet`
 */
export const liveProfiles = (wallets: string): string => `SELECT
  ${lines([
    'w.project_id AS project_id',
    'w.wallet AS wallet',
    'if(p.events = 0, NULL, p.first_seen) AS first_seen',
    'if(p.events = 0, NULL, p.last_seen) AS last_seen',
    'if(p.events = 0, NULL, p.num_sessions) AS num_sessions',
    ...AMOUNTS.map((name) => `if(p.events = 0, NULL, ${plainNumberSql(`p.${name}`)}) AS ${name}`),
    'p.activity_dates AS activity_dates',
    ...ATTRIBUTION_FIELDS.map((name) => `p.first_touch.${name} AS first_${name}`),
    ...ATTRIBUTION_FIELDS.map((name) => `p.last_touch.${name} AS last_${name}`),
    ...DEVICE_FIELDS.map((name) => `p.last_context.${name} AS ${name}`),
    'p.last_event.type AS last_type',
    'p.last_event.event AS last_event',
    'p.last_event.properties AS last_properties',
    // A value that the project's events told wins over that of enrichment.
    ...IDENTITY_FIELDS.map(
      (name) =>
        `if(mapContains(i.fields, '${name}'), i.fields['${name}'], e.identity['${name}']) AS ${name}`,
    ),
    'e.net_worth_usd AS net_worth_usd',
    'e.tx_count AS tx_count',
    'e.first_onchain AS first_onchain',
    'e.last_onchain AS last_onchain',
    "if(e.wallet = '', NULL, e.updated_at) AS updated_at",
    "toUInt64(toUnixTimestamp64Milli(now64(3, 'UTC'))) AS version",
    ...[...HOLDING_COLUMNS, ...LABEL_COLUMNS].map(({ name, sql }) => `${sql} AS ${name}`),
    `if(p.events = 0, ${NEVER}, p.first_touch.at) AS first_touch_at`,
    // That of the last touch as well, and without a visit that of the latest place.
    `if(p.events = 0, ${NOT_YET}, p.last_context.at) AS last_touch_at`,
    'i.told_at AS told_at',
  ])}
FROM (SELECT DISTINCT project_id, wallet FROM (${wallets})) AS w
LEFT JOIN (
  SELECT a.project_id AS project_id, a.wallet AS wallet, min(a.first_seen) AS first_seen,
    max(a.last_seen) AS last_seen, sum(a.events) AS events, uniqExactMerge(a.sessions) AS num_sessions,
    sum(a.revenue) AS revenue, sum(a.volume) AS volume, sum(a.points) AS points,
    arraySort(groupUniqArrayArray(a.activity_dates)) AS activity_dates, min(a.first_touch) AS first_touch,
    max(a.last_touch) AS last_touch, max(a.last_context) AS last_context, max(a.last_event) AS last_event
  FROM wallet_profiles AS a WHERE (a.project_id, a.wallet) IN (${wallets}) GROUP BY project_id, wallet
) AS p ON p.project_id = w.project_id AND p.wallet = w.wallet
LEFT JOIN (
  SELECT n.project_id AS project_id, n.wallet AS wallet,
    mapFromArrays(groupArray(n.field::String), groupArray(n.value)) AS fields,
    mapFromArrays(groupArray(n.field::String), groupArray(n.timestamp)) AS told_at
  FROM wallet_identity AS n FINAL WHERE (n.project_id, n.wallet) IN (${wallets}) GROUP BY project_id, wallet
) AS i ON i.project_id = w.project_id AND i.wallet = w.wallet
LEFT JOIN (
  SELECT c.* FROM wallet_enrichment AS c FINAL WHERE c.wallet IN (SELECT wallet FROM (${wallets}))
) AS e ON e.wallet = w.wallet
LEFT JOIN (
  ${liveLabels(`(b.project_id, b.wallet) IN (${wallets})`)}
) AS l ON l.project_id = w.project_id AND l.wallet = w.wallet`;

/**
 * One row a wallet from one row a project and wallet. Each project keeps its own first and last
 * event, so the earliest first and the latest last are the workspace's. Attribution and device are read
 * from events of the person's device alone, which need not be the first and last ones.
 *
 * @param profiles a SELECT with the columns of `liveProfiles`
 */
export const mergedProfiles = (profiles: string): string => `SELECT
  ${lines([
    's.wallet AS wallet',
    'min(s.first_seen) AS first_seen',
    'max(s.last_seen) AS last_seen',
    'sum(s.num_sessions) AS num_sessions',
    ...AMOUNTS.map((name) => `${plainNumberSql(`sum(s.${name})`)} AS ${name}`),
    'arraySort(groupUniqArrayArray(s.activity_dates)) AS activity_dates',
    // Cast to String: of the low-cardinality type in which they are stored, the engine would keep them while it
    // aggregates as values of any type, which is slow and large.
    ...FIRST.map((name) => `argMin(s.${name}::String, s.first_touch_at) AS ${name}`),
    // Projects without events are left out: their empty values must not win, also where the other projects
    // have nothing but events that servers sent.
    // Where no project has a visit, all are empty but for the location: the latest that a backend told.
    ...[...LAST, ...DEVICE_FIELDS].map(
      (name) =>
        `argMaxIf(s.${name}::String, (s.last_touch_at, s.location), isNotNull(s.last_seen)) AS ${name}`,
    ),
    ...LAST_EVENT.map(
      (name) => `argMax(s.${name}::String, ifNull(s.last_seen, ${NOT_YET})) AS ${name}`,
    ),
    // Where no project was told a value, `told_at` is 1970 and the value that of enrichment, in all of them.
    ...IDENTITY_FIELDS.map((name) => `argMax(s.${name}, s.told_at['${name}']) AS ${name}`),
    ...ON_CHAIN.map((name) => `any(s.${name}) AS ${name}`),
  ])}
FROM (${profiles}) AS s GROUP BY wallet`;

const INSTANTS = [
  'first_seen',
  'last_seen',
  'first_onchain',
  'last_onchain',
  'updated_at',
] as const;

/** What is read of a row; `stage` is its lifecycle. */
export const SHOWN_COLUMNS = (stage: string): string =>
  lines([
    'wallet',
    ...INSTANTS.map((name) => `${wireInstant(`s.${name}`)} AS ${name}_iso`),
    ...ENGAGEMENT,
    'activity_dates',
    ...FIRST,
    ...LAST,
    ...DEVICE_FIELDS,
    ...LAST_EVENT,
    ...IDENTITY_FIELDS,
    'net_worth_usd',
    'tx_count',
    `${stage} AS lifecycle`,
  ]);

/** A row of `SHOWN_COLUMNS`: texts are empty when unknown. */
export type ProfileRow = Readonly<
  Record<
    | (typeof IDENTITY_FIELDS)[number]
    | (typeof DEVICE_FIELDS)[number]
    | (typeof LAST_EVENT)[number]
    | `${'first' | 'last'}_${(typeof ATTRIBUTION_FIELDS)[number]}`
    | 'wallet'
    | 'lifecycle',
    string
  > &
    Record<`${(typeof INSTANTS)[number]}_iso`, string | null> &
    Record<(typeof ENGAGEMENT)[number], number | null> &
    Record<'net_worth_usd' | 'tx_count', number> & {
      activity_dates: readonly string[];
    }
>;

/** What a search of one project reads of a row of `profiles`; `stage` is its lifecycle. */
export const PACKED_COLUMNS = (stage: string): string =>
  lines(['s.wallet AS wallet', 's.shown AS shown', `${stage} AS lifecycle`]);

/** A row of `PACKED_COLUMNS`. */
export interface PackedProfileRow {
  readonly wallet: string;
  readonly shown: string;
  readonly lifecycle: string;
}

export function unpackedProfile({ wallet, shown, lifecycle }: PackedProfileRow): ProfileRow {
  const values: readonly unknown[] = JSON.parse(shown);
  const columns = SHOWN_PLACES.map((name, place) => [name, values[place]]);
  return { ...Object.fromEntries(columns), wallet, lifecycle };
}
