// One wallet in one project as it is now. A statement with a column for each of fifty fields costs more
// to plan than to run, so the stored tuples and maps come whole and are taken apart here.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../protocol/profiles/profile-fields.js';
import { wireInstant } from '../database/analytics/shown-profile.js';
import { LIFECYCLE_SQL } from './lifecycle.js';
import type { ProfileRow } from './profile-columns.js';

type Texts = Readonly<Record<string, string>>;

/** A row of `ONE_PROFILE`. */
export interface OneProfileRow {
  readonly wallet: string;
  /** 0 for a wallet that is known without any event, for instance by a label. */
  readonly events: number;
  readonly first_seen_iso: string | null;
  readonly last_seen_iso: string | null;
  readonly num_sessions: number;
  readonly revenue: number;
  readonly volume: number;
  readonly points: number;
  readonly activity_dates: readonly string[];
  readonly first_touch: Texts;
  readonly last_touch: Texts;
  readonly last_context: Texts;
  readonly last_event: Texts;
  /** Identity fields that the project's events told. */
  readonly told: Texts;
  readonly net_worth_usd: number;
  readonly tx_count: number;
  readonly first_onchain_iso: string | null;
  readonly last_onchain_iso: string | null;
  readonly updated_at_iso: string | null;
  /** Identity fields of enrichment. */
  readonly identity: Texts;
  readonly lifecycle: string;
}

const IS_ASKED = (alias: string): string =>
  `${alias}.project_id IN {projects:Array(String)} AND ${alias}.wallet = {wallet:String}`;

/** A row if the project or enrichment knows the wallet; takes one project and a wallet. */
export const ONE_PROFILE = `SELECT {wallet:String} AS wallet, p.events AS events,
  ${wireInstant('p.first_seen')} AS first_seen_iso, ${wireInstant('p.last_seen')} AS last_seen_iso,
  p.num_sessions AS num_sessions, p.revenue AS revenue, p.volume AS volume, p.points AS points,
  p.activity_dates AS activity_dates, p.first_touch AS first_touch, p.last_touch AS last_touch,
  p.last_context AS last_context, p.last_event AS last_event, i.told AS told,
  e.net_worth_usd AS net_worth_usd, e.tx_count AS tx_count,
  ${wireInstant('e.first_onchain')} AS first_onchain_iso,
  ${wireInstant('e.last_onchain')} AS last_onchain_iso,
  if(e.wallet = '', NULL, ${wireInstant('e.updated_at')}) AS updated_at_iso,
  e.identity AS identity, ${LIFECYCLE_SQL} AS lifecycle
FROM (
  SELECT count() AS rows, sum(a.events) AS events,
    if(events = 0, NULL, min(a.first_seen)) AS first_seen,
    if(events = 0, NULL, max(a.last_seen)) AS last_seen,
    uniqExactMerge(a.sessions) AS num_sessions, sum(a.revenue) AS revenue, sum(a.volume) AS volume,
    sum(a.points) AS points, arraySort(groupUniqArrayArray(a.activity_dates)) AS activity_dates,
    min(a.first_touch) AS first_touch, max(a.last_touch) AS last_touch,
    max(a.last_context) AS last_context, max(a.last_event) AS last_event
  FROM wallet_profiles AS a WHERE ${IS_ASKED('a')}
) AS p
CROSS JOIN (
  SELECT count() AS rows, mapFromArrays(groupArray(n.field::String), groupArray(n.value)) AS told
  FROM wallet_identity AS n FINAL WHERE ${IS_ASKED('n')}
) AS i
LEFT JOIN (
  SELECT c.wallet AS wallet, c.net_worth_usd AS net_worth_usd, c.tx_count AS tx_count,
    c.first_onchain AS first_onchain, c.last_onchain AS last_onchain, c.updated_at AS updated_at,
    c.identity AS identity
  FROM wallet_enrichment AS c FINAL WHERE c.wallet = {wallet:String}
) AS e ON 1 = 1
WHERE p.rows > 0 OR i.rows > 0 OR e.wallet != '' OR (SELECT count() FROM (
  SELECT 1 FROM wallet_labels AS l WHERE ${IS_ASKED('l')}
  UNION ALL SELECT 1 FROM wallet_imports AS m WHERE ${IS_ASKED('m')})) > 0`;

export function profileRowOf(row: OneProfileRow): ProfileRow {
  const { events, first_touch, last_touch, last_context, last_event, told, identity, ...rest } =
    row;
  const measured = ({ num_sessions, revenue, volume, points }: OneProfileRow) =>
    events === 0
      ? { num_sessions: null, revenue: null, volume: null, points: null }
      : { num_sessions, revenue, volume, points };
  return {
    ...rest,
    ...measured(row),
    ...texts(ATTRIBUTION_FIELDS, (name) => [`first_${name}`, first_touch[name]]),
    ...texts(ATTRIBUTION_FIELDS, (name) => [`last_${name}`, last_touch[name]]),
    ...texts(DEVICE_FIELDS, (name) => [name, last_context[name]]),
    ...texts(LAST_EVENT, (name) => [`last_${name}`, last_event[name]]),
    // A value that the project's events told wins over that of enrichment, even when it is empty.
    ...texts(IDENTITY_FIELDS, (name) => [name, told[name] ?? identity[name]]),
  };
}

const LAST_EVENT = ['type', 'event', 'properties'] as const;

/** A text for each name; empty where there is none. */
const texts = <N extends string, K extends string>(
  names: readonly N[],
  entry: (name: N) => readonly [K, string | undefined],
): Record<K, string> =>
  Object.fromEntries(
    names.map((name) => {
      const [key, value = ''] = entry(name);
      return [key, value];
    }),
  ) as Record<K, string>;
