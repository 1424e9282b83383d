// The tables that a query sees: each a SELECT bound to the workspace's own projects.
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
} from '../../protocol/profiles/profile-fields.js';

export interface QueryView {
  readonly name: string;
  readonly columns: readonly string[];
  /** Reads `{projects:Array(String)}` and nothing of other projects. */
  readonly sql: string;
}

/** The rows of a table that belong to the asking workspace. */
interface OwnRows {
  readonly name: string;
  readonly table: string;
  /** Read with FINAL: without it the engine would also show rows that are replaced but not merged yet. */
  readonly final?: true;
  /** Names of columns, or `name = expression` where it is not a column's own. */
  readonly columns: readonly string[];
  /** What follows, from `WHERE` on. */
  readonly rest?: string;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The alias of the table. A query cannot use this name, so that no name of a caller's is read in its place. */
const BASE = '_ct_base';

/** Columns that the tables store as LowCardinality. */
const FEW_KINDS: ReadonlySet<string> = new Set([
  ...words(`
    project_id type event channel version location locale timezone browser os device user_agent referrer ref
    utm_source utm_medium utm_campaign utm_content utm_term channel_type page_path page_title library_name
    library_version tag_id chain_id source last_type`),
  ...ATTRIBUTION_FIELDS.filter((field) => field !== 'referrer_url').flatMap((field) => [
    `first_${field}`,
    `last_${field}`,
  ]),
]);

/**
 * A column as it is read. Of a LowCardinality column the engine would compute a function for each text in the
 * part of the table, also for those of other workspaces' rows only, and its failure would tell of them.
 */
function ownColumn(name: string): string {
  if (name === 'builder_codes') return `CAST(${BASE}.${name}, 'Array(String)')`;
  return FEW_KINDS.has(name) ? `CAST(${BASE}.${name}, 'String')` : `${BASE}.${name}`;
}

function ownRows({ name, table, final, columns, rest = '' }: OwnRows): QueryView {
  const parts = columns.map((column) => {
    const [alias = '', expression = ownColumn(column)] = column.split(' = ');
    return { alias, expression };
  });
  const selected = parts.map(({ alias, expression }) => `${expression} AS ${alias}`).join(', ');
  return {
    name,
    columns: parts.map(({ alias }) => alias),
    sql:
      `SELECT ${selected} FROM ${table} AS ${BASE}${final ? ' FINAL' : ''} ` +
      // PREWHERE comes before all else: beside this condition in WHERE, one of the query could be computed
      // for other workspaces' rows, too, and its failure would tell of them.
      `PREWHERE ${BASE}.project_id IN {projects:Array(String)}${rest}`,
  };
}

const EVENT_COLUMNS = words(`
  project_id timestamp original_timestamp sent_at received_at message_id type event channel version
  anonymous_id user_id session_id address properties context extra revenue volume points location locale
  timezone browser os device user_agent referrer_url referrer ref utm_source utm_medium utm_campaign
  utm_content utm_term channel_type builder_codes page_url page_path page_title library_name
  library_version screen_width screen_height viewport_width viewport_height screen_density event_date`);

const PROFILE_COLUMNS = [
  'project_id',
  `address = ${BASE}.wallet`,
  ...words(`first_seen last_seen num_sessions revenue volume points activity_dates`),
  ...ATTRIBUTION_FIELDS.flatMap((field) => [`first_${field}`, `last_${field}`]),
  ...DEVICE_FIELDS,
  ...words(`last_type last_event last_properties`),
  ...IDENTITY_FIELDS,
  ...words(`net_worth_usd tx_count first_onchain last_onchain updated_at`),
];

/** Columns of the event with which a session began. */
const ENTRY_COLUMNS = words(`
  referrer referrer_url ref utm_source utm_medium utm_campaign utm_content utm_term origin device browser os
  location channel_type page`);

const sumOf = (name: string): string => `${name} = sum(${BASE}.${name})`;

/** What queries may read. */
export const queryViews: readonly QueryView[] = [
  ownRows({
    name: 'events',
    table: 'events',
    final: true,
    columns: EVENT_COLUMNS,
    // Without bots, as in every other analytics answer.
    rest: ` WHERE ${BASE}.is_bot = 0`,
  }),
  ownRows({
    name: 'sessions',
    table: 'sessions_daily',
    columns: [
      'project_id',
      // A number as large as this one would lose digits in JSON.
      `session = toString(${BASE}.visit)`,
      `started = min(${BASE}.started)`,
      `ended = max(${BASE}.ended)`,
      ...words(`events pageviews revenue volume`).map(sumOf),
      ...ENTRY_COLUMNS.map((name) => `${name} = argMinMerge(${BASE}.entry_${name})`),
    ],
    rest: ` WHERE ${BASE}.is_session = 1 GROUP BY ${BASE}.project_id, ${BASE}.visit`,
  }),
  ownRows({ name: 'wallet_profiles', table: 'profiles', final: true, columns: PROFILE_COLUMNS }),
  ownRows({
    name: 'labels',
    table: 'wallet_labels',
    final: true,
    columns: [
      'project_id',
      `address = ${BASE}.wallet`,
      ...words(`tag_id chain_id value source timestamp`),
    ],
    rest: ` WHERE ${BASE}.is_deleted = 0`,
  }),
];
