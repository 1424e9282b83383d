// A row of the events table, as the journal writes it and the database loads it.
import type { Bag } from './bag.js';

/** Times are `YYYY-MM-DD hh:mm:ss.sss` in UTC; unknown texts are empty, unknown numbers 0. */
export interface EventRow {
  readonly project_id: string;
  readonly timestamp: string;
  readonly original_timestamp: string;
  readonly sent_at: string;
  readonly received_at: string;
  /** The life of the process that received it. */
  readonly received_by: string;
  readonly message_id: string;
  readonly type: string;
  readonly event: string;
  readonly channel: string;
  readonly version: string;
  readonly anonymous_id: string;
  readonly user_id: string;
  /** As sent; for visitors of senders that have none, one made here. */
  readonly session_id: string;
  readonly address: string;
  /** ISO 3166 code of the country, when that could be told. */
  readonly location: string;
  readonly locale: string;
  readonly timezone: string;
  readonly user_agent: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  /** 1: sent by a crawler or another program without a person. Analytics leave it out. */
  readonly is_bot: 0 | 1;
  /** Empty when the visitor came from a page of the same site. */
  readonly referrer_url: string;
  readonly ref: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_content: string;
  readonly utm_term: string;
  readonly channel_type: string;
  /** Of the apps that brought a transaction. */
  readonly builder_codes: readonly string[];
  readonly page_url: string;
  readonly page_path: string;
  readonly page_title: string;
  readonly library_name: string;
  readonly library_version: string;
  /** Whole pixels. */
  readonly screen_width: number;
  readonly screen_height: number;
  readonly viewport_width: number;
  readonly viewport_height: number;
  readonly screen_density: number;
  readonly revenue: number;
  readonly volume: number;
  readonly points: number;
  // The last three are texts in the table. They are written as the objects that they are, which the
  // database stores as their text, unchanged: as texts within the row they would be JSON twice over.
  /** As sent. */
  readonly properties: Bag;
  /** As sent. */
  readonly context: Bag;
  /** Keys of the event that the wire format does not name. */
  readonly extra: Bag;
}
