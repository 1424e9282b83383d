// SELECTs that derive wallet profiles from events, for the materialized views and for rebuilding their
// tables.

/** A wallet's address in one spelling: EVM addresses in lower case, case-sensitive ones as they are. */
export const walletOf = (address: string): string =>
  `if(match(${address}, '^0[xX][0-9a-fA-F]{40}$'), lower(${address}), ${address})`;

const TOUCH = `e.utm_source::String, e.utm_medium::String, e.utm_campaign::String, e.utm_content::String,
    e.utm_term::String, e.referrer::String, e.referrer_url, e.ref::String`;

/** Only events from a person's own device tell where the person came from. */
const IS_VISITORS = "e.channel IN ('web', 'mobile')";
const NEVER = "toDateTime64('2299-12-31 00:00:00', 3, 'UTC')";
const NOT_YET = "toDateTime64('1970-01-01 00:00:00', 3, 'UTC')";
const EMPTY_TOUCH = "'', '', '', '', '', '', '', ''";

/** What a backend's event tells of the wallet's place, as the first versions kept it: the last one by the alphabet. */
export const ANY_PLACE = `tuple(${NOT_YET}, e.location::String, '', '', '')`;
/**
 * The latest one that backends told. A hundredth of its time since 1970 orders them: it is later than what `ANY_PLACE`
 * left, and earlier than any visit.
 */
const LATEST_PLACE = `tuple(if(e.location = '', ${NOT_YET},
      fromUnixTimestamp64Milli(intDiv(toUnixTimestamp64Milli(e.timestamp), 100), 'UTC')), e.location::String, '', '', '')`;

/**
 * One row for each wallet. The smallest and largest tuples win as a whole, compared by time and then by text,
 * so that the order in which events arrive does not matter.
 *
 * @param source the FROM clause for events, such as `events AS e`
 * @param condition SQL that restricts them
 * @param place what counts where only backends know a wallet. Default: the latest place that they told
 */
export const walletProfileSelect = (
  source: string,
  condition = '1',
  place = LATEST_PLACE,
): string => `SELECT
  e.project_id AS project_id,
  ${walletOf('e.address')} AS wallet,
  min(e.timestamp) AS first_seen,
  max(e.timestamp) AS last_seen,
  count() AS events,
  sum(e.revenue) AS revenue,
  sum(e.volume) AS volume,
  sum(e.points) AS points,
  uniqExactStateIf(e.session_hash, e.session_id != '') AS sessions,
  groupUniqArray(toDate(e.timestamp)) AS activity_dates,
  min(if(${IS_VISITORS}, tuple(e.timestamp, ${TOUCH}), tuple(${NEVER}, ${EMPTY_TOUCH}))) AS first_touch,
  max(if(${IS_VISITORS}, tuple(e.timestamp, ${TOUCH}), tuple(${NOT_YET}, ${EMPTY_TOUCH}))) AS last_touch,
  max(if(${IS_VISITORS},
    tuple(e.timestamp, e.location::String, e.device::String, e.browser::String, e.os::String),
    ${place})) AS last_context,
  max(tuple(e.timestamp, e.type::String, e.event::String, e.properties)) AS last_event,
  now64(3, 'UTC') AS stored_at
FROM ${source}
WHERE e.address != '' AND e.is_bot = 0 AND ${condition}
GROUP BY project_id, wallet`;

/** Longest text of an identity field, in characters. */
const MAX_IDENTITY_LENGTH = 1_024;

/**
 * One row for each wallet and identity field that an identify event sets; `null` and empty text clear it.
 *
 * @param fields names of the fields, plain words
 */
export const walletIdentitySelect = (
  fields: readonly string[],
  source: string,
  condition = '1',
): string => `SELECT
  e.project_id AS project_id,
  ${walletOf('e.address')} AS wallet,
  field,
  leftUTF8(JSONExtractString(e.properties, field), ${MAX_IDENTITY_LENGTH}) AS value,
  e.timestamp AS timestamp,
  now64(3, 'UTC') AS stored_at
FROM ${source}
ARRAY JOIN [${fields.map((field) => `'${field}'`).join(', ')}] AS field
WHERE e.type = 'identify' AND e.address != '' AND e.is_bot = 0 AND ${condition}
  AND JSONHas(e.properties, field) AND JSONType(e.properties, field) IN ('String', 'Null')`;
