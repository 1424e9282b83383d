// Makes synthetic wallets inside the engine, with the rows of their profiles, labels and enrichment, and the
// distribution of a wallet app (most come once, a few come every day and hold nearly all assets).
import { ATTRIBUTION_FIELDS } from '../../../dist/protocol/profiles/profile-fields.js';

/** The project of nearly all wallets; one in twenty belongs to another project. */
export const WALLETS_PROJECT = 'prj_wallets';

/** Rows per statement, limited by the memory that the states of distinct sessions take. */
const ROWS_PER_INSERT = 250_000;

const CHAINS = ['1', '8453', '42161', '10', '137'];
const BROWSERS = ['chrome', 'safari', 'metamask', 'firefox', 'edge', 'brave'];
const SYSTEMS = ['windows', 'macos', 'android', 'ios', 'linux'];
const COUNTRIES = ['US', 'IN', 'GB', 'DE', 'NG', 'VN', 'BR', 'TR', 'ID', 'FR', 'PH', 'UA', 'KR'];
const SOURCES = ['', '', '', '', 'x', 'google', 'telegram', 'newsletter', 'discord', 'partner'];
const TIERS = ['gold', 'silver', 'bronze'];

const list = (texts) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
/** SQL for a pseudo-random number from 0 to 1, which depends on the wallet and on `salt` alone. */
const draw = (salt) => `(sipHash64(n, {seed:UInt64}, ${salt}) / 18446744073709551616.)`;
const pick = (texts, salt) =>
  `${list(texts)}[1 + toUInt32(floor(pow(${draw(salt)}, 2) * ${texts.length}))]`;
/** SQL for an index below `size` as text, where small ones are more frequent. */
const rank = (size, salt) => `toString(toUInt32(floor(pow(${draw(salt)}, 3) * ${size})))`;

const WALLET = `concat('0x', lower(hex(sipHash128(n, {seed:UInt64}))), '00000000') AS wallet`;
const PROJECT = `if(n % 20 = 0, 'prj_other', {project:String}) AS project_id`;
const STORED_AT = 'fromUnixTimestamp64Milli({until:Int64}) AS stored_at';

/** Most wallets were seen recently, and those with more active days were active over a longer time. */
const SEEN = `toUInt32(1 + floor(pow(${draw(1)}, 4) * 40)) AS days,
  toInt64({until:Int64} - pow(${draw(2)}, 2) * 300 * 86400000) AS last_ms,
  last_ms - toInt64(days * (1 + ${draw(3)} * 6) * 86400000) AS first_ms`;

const TOUCH = {
  utm_source: (salt) => pick(SOURCES, salt),
  utm_medium: (salt) => pick(['', '', 'social', 'cpc', 'email'], salt + 1),
  utm_campaign: (salt) => `if(${draw(salt)} < 0.2, concat('campaign-', ${rank(60, salt + 2)}), '')`,
  referrer: (salt) =>
    `if(${draw(salt + 3)} < 0.5, concat('site', ${rank(2000, salt + 4)}, '.example'), '')`,
  referrer_url: (salt) =>
    `if(${draw(salt + 3)} < 0.5, concat('https://site', ${rank(2000, salt + 4)}, '.example/a'), '')`,
  ref: (salt) => `if(${draw(salt + 5)} < 0.1, concat('ref', ${rank(5000, salt + 6)}), '')`,
};
const touch = (at, salt) =>
  `tuple(${[at, ...ATTRIBUTION_FIELDS.map((name) => TOUCH[name]?.(salt) ?? "''")].join(', ')})`;

/** An INSERT with columns by name. `before` defines expressions that they use; `every` leaves out wallets. */
const insert = ({ table, columns, before = '', every = 1 }) => `INSERT INTO ${table}
  (project_id, wallet, ${Object.keys(columns).join(', ')})
WITH number * ${every} AS n${before === '' ? '' : `,\n  ${before}`}
SELECT ${PROJECT}, ${WALLET}, ${Object.values(columns).join(',\n  ')}
FROM numbers(intDiv({first:UInt64}, ${every}), intDiv({count:UInt64}, ${every}))
SETTINGS insert_deduplicate = 0, max_insert_threads = 1`;

const PROFILES = insert({
  table: 'wallet_profiles',
  before: `${SEEN},
  fromUnixTimestamp64Milli(first_ms, 'UTC') AS first_at,
  fromUnixTimestamp64Milli(last_ms, 'UTC') AS last_at,
  intDiv(last_ms - first_ms, days) AS step_ms`,
  columns: {
    first_seen: 'first_at',
    last_seen: 'last_at',
    events: 'days * 7',
    revenue: `if(${draw(4)} < 0.3, round(exp(${draw(5)} * 7), 2), 0)`,
    volume: `if(${draw(4)} < 0.5, round(exp(${draw(6)} * 12), 2), 0)`,
    points: `floor(pow(${draw(7)}, 5) * 10000)`,
    sessions: `arrayReduce('uniqExactState', arrayMap(k -> sipHash64(n, k), range(days * 2)))`,
    activity_dates: `arrayDistinct(arrayMap(k -> toDate(fromUnixTimestamp64Milli(last_ms - k * step_ms, 'UTC')), range(days)))`,
    first_touch: touch('first_at', 20),
    last_touch: touch('last_at', 40),
    last_context: `tuple(last_at, ${pick(COUNTRIES, 8)}, ${pick(['desktop', 'mobile', 'tablet'], 9)}, ${pick(BROWSERS, 10)}, ${pick(SYSTEMS, 11)})`,
    last_event: `tuple(last_at, ${pick(['page', 'transaction', 'connect', 'track'], 12)}, '', '{"path":"/swap"}')`,
    stored_at: STORED_AT,
  },
});

const identity = (field, value) =>
  insert({
    table: 'wallet_identity',
    every: 10,
    columns: {
      field: `'${field}'`,
      value,
      timestamp: "fromUnixTimestamp64Milli({until:Int64}, 'UTC')",
      stored_at: STORED_AT,
    },
  });

/** Labels one of `every` wallets with `tag`. */
const label = (tag, value, every) =>
  insert({
    table: 'wallet_labels',
    every,
    columns: {
      tag_id: `'${tag}'`,
      chain_id: "''",
      value,
      source: "'api'",
      timestamp: "fromUnixTimestamp64Milli({until:Int64}, 'UTC')",
      version: 'toUInt64({until:Int64})',
      is_deleted: `toUInt8(${draw(13)} < 0.02)`,
      stored_at: STORED_AT,
    },
  });

const INSTANT = (salt) =>
  `fromUnixTimestamp64Milli(toInt64({until:Int64} - ${draw(salt)} * 900 * 86400000), 'UTC')`;

/** Enrichment of every second wallet, with two chains, two apps and three tokens. */
const ENRICHMENT = `INSERT INTO wallet_enrichment
  (wallet, net_worth_usd, tx_count, first_onchain, last_onchain, updated_at, identity, chains, apps, tokens, stored_at)
WITH number * 2 AS n, round(exp(${draw(60)} * 14), 2) AS worth,
  ${list(CHAINS)}[1 + n % 5] AS one, ${list(CHAINS)}[1 + (n + 2) % 5] AS other
SELECT ${WALLET}, worth, toUInt64(pow(${draw(61)}, 4) * 5000), ${INSTANT(62)}, ${INSTANT(63)}, ${INSTANT(64)},
  if(n % 10 = 0, map('ens', concat('name', toString(n), '.eth')), CAST(map(), 'Map(String, String)')),
  [(one, worth * 0.7, 5, NULL, NULL), (other, worth * 0.3, 2, NULL, NULL)],
  [(one, concat('app', ${rank(200, 65)}), 'App', NULL, NULL, worth * 0.2), (other, 'lend', 'Lend', NULL, NULL, worth * 0.1)],
  arrayMap(k -> (one, concat('token', toString(k)), '', 'Token', 'TKN', NULL, 18, 1., toString(worth / k), worth / k), [1, 2, 3]),
  ${STORED_AT}
FROM numbers(intDiv({first:UInt64}, 2), intDiv({count:UInt64}, 2))
SETTINGS insert_deduplicate = 0, max_insert_threads = 1`;

const STATEMENTS = [
  PROFILES,
  identity('twitter', `concat('user', toString(n))`),
  identity('email', `concat('user', toString(n), '@mail.example')`),
  label('tier', pick(TIERS, 14), 3),
  label('whale', "'true'", 25),
  ENRICHMENT,
];

/** A statement that gives the address of wallet number `n`, which is typical of thousands. */
export const walletAt = (n, seed = 1) => ({
  sql: `SELECT ${WALLET} FROM (SELECT toUInt64({n:UInt64}) AS n)`,
  params: { n, seed },
});

/**
 * Statements that store the data of `count` wallets that were last seen before `until`
 * (milliseconds since 1970), each with its parameters.
 */
export const profileInserts = ({ count, until, seed = 1 }) =>
  Array.from({ length: Math.ceil(count / ROWS_PER_INSERT) }, (_, index) => {
    const first = index * ROWS_PER_INSERT;
    const rows = Math.min(ROWS_PER_INSERT, count - first);
    const params = { first, count: rows, seed, until, project: WALLETS_PROJECT };
    return STATEMENTS.map((sql) => ({ sql, params }));
  }).flat();
