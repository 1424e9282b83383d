// Makes synthetic events inside the engine: the same rows for the same seed, with the distribution of values
// of a wallet app (few devices, dozens of countries, hundreds of pages, thousands of referral codes).

/** The project of nearly all events; one in twenty sessions belongs to another project. */
export const BENCH_PROJECT = 'prj_bench';

/** Rows per statement, limited by the memory that sorting them and making the rollups takes. */
const ROWS_PER_INSERT = 500_000;

const EVENTS_PER_BLOCK = 16;

const list = (texts) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;

const TRACKS = 'swap,stake,mint,bridge,claim,vote,unstake,approve,add_liquidity,remove_liquidity'
  .concat(',signup,share,invite,open_modal,close_modal,search,filter,sort,export,feedback')
  .split(',');
const COUNTRIES = 'US,IN,GB,DE,NG,VN,BR,TR,ID,FR,PH,UA,CA,KR,JP,SG,AE,NL,ES,PL,RU,MX,AR,TH,PK,IT,AU'
  .concat(',CN,TW,HK,CH,SE,PT,ZA,KE,GH,EG,MA,CO,CL,PE,VE,MY,BD,LK,RO,CZ,HU,GR,AT,BE,DK,NO,FI,IE,IL')
  .split(',');
const BROWSERS = ['chrome', 'safari', 'metamask', 'firefox', 'edge', 'brave', 'trust', 'opera'];
const SYSTEMS = ['windows', 'macos', 'android', 'ios', 'linux', 'other'];
const SOURCES = [
  'x',
  'google',
  'telegram',
  'newsletter',
  'discord',
  'farcaster',
  'partner',
  'bing',
];
const MEDIA = ['social', 'cpc', 'email', 'affiliate', 'referral', 'organic'];
const CHANNELS = [
  'Direct',
  'Organic Social',
  'Organic Search',
  'Referrers',
  'Paid Search',
  'Email',
].concat(['Referrals', 'Paid Social', 'Display', 'AI', 'Organic Video', 'Paid Video']);

/** SQL for a pseudo-random number from 0 to 1, which depends on the expression `of` and on `salt` alone. */
const draw = (of, salt) => `(sipHash64(${of}, {seed:UInt64}, ${salt}) / 18446744073709551616.)`;
/** SQL for an index from 0 to `size` - 1, where small ones are more frequent. A `skew` of 1 is uniform. */
const rank = (of, salt, { size, skew = 3 }) =>
  `toUInt32(floor(pow(${draw(of, salt)}, ${skew}) * ${size}))`;
const pick = (texts, of, salt) =>
  `${list(texts)}[1 + ${rank(of, salt, { size: texts.length, skew: 2 })}]`;
/** SQL for `text` in a share of the sessions, and an empty text in the others. */
const some = (share, text, salt) => `if(${draw('s', salt)} < ${share}, ${text}, '')`;

const KINDS = `multiIf(p = 0, 'page', d < 0.55, 'page', d < 0.77, 'track', d < 0.82, 'detect',
  d < 0.86, 'connect', d < 0.90, 'signature', d < 0.96, 'transaction', d < 0.98, 'identify', 'decoded_log')`;

const COLUMNS = {
  project_id: `if(s % 20 = 0, 'prj_other', {project:String})`,
  timestamp: 'at',
  original_timestamp: 'at',
  sent_at: 'at',
  received_at: 'at',
  message_id: 'toString(reinterpretAsUUID(reverse(sipHash128(n, {seed:UInt64}))))',
  type: 'kind',
  event: `multiIf(kind = 'track', ${pick(TRACKS, 'n', 21)}, kind = 'decoded_log', 'Transfer', '')`,
  channel: `'web'`,
  version: `'0'`,
  anonymous_id: 'toString(reinterpretAsUUID(reverse(sipHash128(v))))',
  session_id: 'hex(sipHash64(s, {seed:UInt64}))',
  address: `if(v % 3 = 0 AND p > 1, concat('0x', lower(hex(sipHash128(v, 7))), '00000000'), '')`,
  properties: `multiIf(kind = 'page', concat('{"path":"', path, '"}'), kind IN ('connect', 'transaction', 'signature'),
    concat('{"chain_id":', toString([1, 8453, 42161, 10, 137][1 + ${rank('v', 31, { size: 5 })}]), ',"status":"confirmed"}'), '{}')`,
  context: `'{}'`,
  location: pick(COUNTRIES, 'v', 2),
  browser: pick(BROWSERS, 'v', 3),
  os: pick(SYSTEMS, 'v', 4),
  device: pick(['desktop', 'mobile', 'tablet'], 'v', 5),
  is_bot: `${draw('s', 6)} < 0.02`,
  referrer_url: some(
    0.55,
    `concat('https://site', toString(${rank('s', 8, { size: 2_000, skew: 5 })}), '.example/a')`,
    7,
  ),
  ref: some(0.1, `concat('ref', toString(${rank('s', 9, { size: 5_000 })}))`, 10),
  utm_source: some(0.25, pick(SOURCES, 's', 11), 12),
  utm_medium: some(0.25, pick(MEDIA, 's', 13), 12),
  utm_campaign: some(0.2, `concat('campaign-', toString(${rank('s', 14, { size: 60 })}))`, 12),
  utm_content: some(0.1, `concat('content-', toString(${rank('s', 15, { size: 30 })}))`, 12),
  utm_term: some(0.05, `concat('term-', toString(${rank('s', 16, { size: 40 })}))`, 12),
  channel_type: pick(CHANNELS, 's', 17),
  builder_codes: `if(kind = 'transaction' AND ${draw('n', 23)} < 0.3, ['baseapp'], [])`,
  page_url: `concat('https://app.example', path)`,
  page_path: 'path',
  revenue: `if(kind = 'transaction' AND ${draw('n', 24)} < 0.3, round(exp(${draw('n', 25)} * 5), 2), 0)`,
  volume: `if(kind = 'transaction', round(exp(${draw('n', 26)} * 9), 2), 0)`,
};

/**
 * A block of events holds one or two sessions of at most an hour each. Blocks follow each other in time, as on a
 * real server: events stored later have later timestamps, so that the parts of the table hardly overlap.
 */
const STATEMENT = `INSERT INTO events (${Object.keys(COLUMNS).join(', ')})
WITH number AS n,
  intDiv(n, ${EVENTS_PER_BLOCK}) AS block,
  n % ${EVENTS_PER_BLOCK} AS place,
  [16, 1, 6, 4][1 + sipHash64(block, 99) % 4] AS cut,
  block * 2 + (place >= cut) AS s,
  if(place >= cut, place - cut, place) AS p,
  ${rank('s', 1, { size: '{visitors:UInt32}', skew: 1.7 })} AS v,
  ${draw('n', 20)} AS d,
  ${KINDS} AS kind,
  concat('/', ${list(['swap', 'pool', 'stake', 'docs'])}[1 + ${rank('n', 27, { size: 4 })}], '/',
    toString(${rank('n', 28, { size: 50, skew: 4 })})) AS path,
  (s + ${draw('s', 18)}) / {sessions:UInt64} AS passed,
  fromUnixTimestamp64Milli(toInt64({until:Int64} - (1 - passed) * {days:UInt32} * 86400000 + p * 120000
    + ${draw('n', 19)} * 100000), 'UTC') AS at
SELECT ${Object.values(COLUMNS).join(',\n  ')}
FROM numbers({first:UInt64}, {count:UInt64})
SETTINGS max_insert_threads = 1, min_insert_block_size_rows = ${ROWS_PER_INSERT}, max_block_size = ${ROWS_PER_INSERT}`;

/**
 * Statements that store `count` events of the `days` before `until` (milliseconds since 1970), each with
 * its parameters.
 */
export const eventInserts = ({ count, days, until, seed = 1 }) => {
  const inserts = [];
  for (let first = 0; first < count; first += ROWS_PER_INSERT) {
    inserts.push({
      sql: STATEMENT,
      params: {
        first,
        count: Math.min(ROWS_PER_INSERT, count - first),
        seed,
        days,
        until,
        sessions: Math.ceil(count / EVENTS_PER_BLOCK) * 2,
        project: BENCH_PROJECT,
        visitors: Math.max(1, Math.round(count / 25)),
      },
    });
  }
  return inserts;
};
