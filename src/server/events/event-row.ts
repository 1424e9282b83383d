// A row of the events table, as the journal writes it and the database loads it.
import { compile } from '../../protocol/check.js';
import { parseDateTime } from '../../protocol/formats.js';
import {
  anything,
  array,
  type Infer,
  integer,
  number,
  object,
  record,
  type Schema,
  string,
} from '../../protocol/schema.js';
import type { Bag } from './bag.js';

const text = string();
/** `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
const time = string();
const pixels = integer({ minimum: 0, maximum: 65_535 });
const amount = number();
const bag = record(anything()) as Schema<Bag>;

/** Unknown texts are empty, unknown numbers 0. */
const eventRow = object({
  project_id: text,
  timestamp: time,
  original_timestamp: time,
  sent_at: time,
  received_at: time,
  /** Names the run of the process that received it. */
  received_by: text,
  message_id: text,
  type: text,
  event: text,
  channel: text,
  version: text,
  anonymous_id: text,
  user_id: text,
  /** As sent. For a visitor's event without one, made by `enrichment/session-id.ts`. */
  session_id: text,
  address: text,
  /** ISO 3166 code of the country, when that could be told. */
  location: text,
  locale: text,
  timezone: text,
  user_agent: text,
  browser: text,
  os: text,
  device: text,
  /** 1: sent by a crawler or another program without a person. Analytics leave it out. */
  is_bot: { type: 'integer', enum: [0, 1] } as Schema<0 | 1>,
  /** Empty when the visitor came from a page of the same site. */
  referrer_url: text,
  ref: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_content: text,
  utm_term: text,
  channel_type: text,
  /** Of the apps that brought a transaction. */
  builder_codes: array(text) as Schema<readonly string[]>,
  page_url: text,
  page_path: text,
  page_title: text,
  library_name: text,
  library_version: text,
  screen_width: pixels,
  screen_height: pixels,
  viewport_width: pixels,
  viewport_height: pixels,
  screen_density: amount,
  revenue: amount,
  volume: amount,
  points: amount,
  // The last three columns are texts in the table. Rows hold them as JSON objects, whose text the database
  // stores unchanged: as texts within the row they would be encoded as JSON twice.
  /** As sent. */
  properties: bag,
  /** As sent. */
  context: bag,
  /** Keys of the event that the wire format does not name. */
  extra: bag,
});

export type EventRow = Readonly<Infer<typeof eventRow>>;

// No column is required: a row that an earlier version wrote lacks the newer ones.
const check = compile({ ...eventRow, required: [] });
const TIMES = ['timestamp', 'original_timestamp', 'sent_at', 'received_at'] as const;

/** What is wrong with a row that was written, such as `sent_at must be a time`; `undefined` when nothing is. */
export function faultOf(row: Bag): string | undefined {
  const [issue] = check(row);
  if (issue !== undefined) return `${issue.path || 'the row'} ${issue.message}`;
  const wrong = TIMES.find((name) => name in row && parseDateTime(`${row[name]}Z`) === undefined);
  return wrong && `${wrong} must be a time`;
}
