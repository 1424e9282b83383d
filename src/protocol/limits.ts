// The bounds that both ends of the wire agree on.

/** Most events in one `POST /v0/raw_events` (decision N-59). */
export const MAX_EVENTS_PER_REQUEST = 1_000;

/** Largest request body as it arrives, in bytes (decision N-59: 2 MB). */
export const MAX_BODY_BYTES = 2_000_000;

/** Largest request body after decompression, in bytes (decision N-59: 5 MB). */
export const MAX_INFLATED_BODY_BYTES = 5_000_000;

/** Longest `message_id`, `session_id`, `user_id` and name of an event, in characters. */
export const MAX_ID_LENGTH = 255;

/** Levels of objects and lists, the event itself included. */
export const MAX_EVENT_DEPTH = 32;

/** Keys and list entries of an event, on all levels together. */
export const MAX_EVENT_VALUES = 10_000;

/** Characters of one text of an event. The calldata of a transaction, at most 128 KiB, fits in hexadecimal. */
export const MAX_EVENT_TEXT_LENGTH = 300_000;

/** Analytics `limit`: default and bounds (API document, Limits). */
export const ANALYTICS_LIMIT = { default: 50, minimum: 1, maximum: 1_000 } as const;

/** Analytics `offset`: default and bounds (API document, Limits). */
export const ANALYTICS_OFFSET = { default: 0, minimum: 0, maximum: 100_000 } as const;

/** Days that an analytics question covers before `date_to` when `date_from` is not given. */
export const ANALYTICS_DEFAULT_DAYS = 7;

/** Entries of a page of a standard list: default and bounds (decision N-77). */
export const LIST_SIZE = { default: 100, minimum: 1, maximum: 200 } as const;

/** Longest `Idempotency-Key`, in characters (API document, Limits). */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** `LIMIT` of a query: default and most (decision N-02). */
export const QUERY_LIMIT = { default: 100, maximum: 1_000_000 } as const;

/** Rows that a chart draws of SQL without a `LIMIT`; a table shows `QUERY_LIMIT.default`. */
export const CHART_ROWS = 10_000;

/** Longest query, in characters. */
export const QUERY_MAX_LENGTH = 20_000;

/** Longest message of a chat, in characters. */
export const CHAT_MESSAGE_LENGTH = 8_000;

/** Most earlier turns of a chat. */
export const CHAT_HISTORY = 40;

/** Profile search `limit`: default and bounds (API document, Limits). */
export const PROFILE_LIMIT = { default: 100, minimum: 1, maximum: 1_000 } as const;

/** Profile search `offset`: default and bounds (API document, Limits). */
export const PROFILE_OFFSET = { default: 0, minimum: 0 } as const;

/** Most conditions of one profile search. */
export const MAX_PROFILE_CONDITIONS = 100;

/** Most values of `in` and `nin`. */
export const MAX_CONDITION_VALUES = 1_000;

/** Entries of each of apps, chains and tokens in a profile (API document, Limits). */
export const MAX_EXPANDED_ENTRIES = 50;

/** Most labels in one request (decision N-40). */
export const MAX_LABELS_PER_REQUEST = 100;

/** Most addresses in one import (decision N-58). */
export const MAX_IMPORTED_ADDRESSES = 10_000;

/** Groups of `GET /v0/revenue_overview`: default and bounds (decision N-45). */
export const REVENUE_LIMIT = { default: 10, minimum: 1, maximum: 1_000 } as const;

/** `max_steps` of a flow: default and bounds (decision N-17). */
export const FLOW_STEPS = { default: 3, minimum: 2, maximum: 5 } as const;

/** `nodes_per_step` of a flow: default and bounds (decision N-17). */
export const FLOW_NODES = { default: 5, minimum: 2, maximum: 8 } as const;

/** Most events of one contract (API document, Limits). */
export const MAX_CONTRACT_EVENTS = 10;

/** Longest ABI, in characters. */
export const MAX_ABI_LENGTH = 500_000;

/** Most behaviors of one segment. */
export const MAX_SEGMENT_BEHAVIORS = 20;

/** Boards of a project, unless a setting says otherwise (decision N-21). */
export const MAX_BOARDS_PER_PROJECT = 100;

/**
 * The first and the last day that analytics count by: no event lies outside, and the database's
 * type of a day covers them.
 */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2148-12-31';
