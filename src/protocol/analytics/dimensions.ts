// The columns by which analytics questions can be grouped.

/** The parameters of a campaign that are columns. */
export const UTM_COLUMNS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const;

/** `metric_column` of `GET /v0/top_sources`. */
export const SOURCE_COLUMNS = [
  'referrer',
  'referrer_url',
  'ref',
  ...UTM_COLUMNS,
  'origin',
  'device',
  'browser',
  'os',
  'channel',
] as const;

/** `group_by` of time series, revenue and funnels, and the `breakdown` of charts. */
export const DIMENSIONS = [
  'channel_type',
  'device',
  'browser',
  'os',
  'location',
  'referrer',
  'ref',
  ...UTM_COLUMNS,
  'builder_codes',
] as const;

export type SourceColumn = (typeof SOURCE_COLUMNS)[number];
export type Dimension = (typeof DIMENSIONS)[number];
