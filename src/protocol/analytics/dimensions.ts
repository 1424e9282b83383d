// By what analytics questions can be grouped.

/** `metric_column` of `GET /v0/top_sources`. */
export const SOURCE_COLUMNS = [
  'referrer',
  'referrer_url',
  'ref',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'origin',
  'device',
  'browser',
  'os',
  'channel',
] as const;

/** `group_by` of time series and revenue. */
export const DIMENSIONS = [
  'channel_type',
  'device',
  'browser',
  'os',
  'location',
  'referrer',
  'ref',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'builder_codes',
] as const;

export type SourceColumn = (typeof SOURCE_COLUMNS)[number];
export type Dimension = (typeof DIMENSIONS)[number];
