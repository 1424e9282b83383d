// The wire format of an event, as `POST /v0/raw_events` takes it.
import { EVENT_CHANNELS, EVENT_TYPES } from './event-types.js';
import { MAX_ID_LENGTH } from './limits.js';
import {
  anything,
  type Infer,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
} from './schema.js';

const id = (description: string) => string({ maxLength: MAX_ID_LENGTH, description });
const timestamp = (description: string) => string({ format: 'date-time', description });

/** One event on the wire. Unknown keys are kept; `null` and an empty id mean the same as absent. */
export const eventSchema = object(
  {
    type: oneOf(EVENT_TYPES),
    channel: oneOf(EVENT_CHANNELS),
    version: string({ maxLength: 16, description: 'Version of the wire format, "0" today.' }),
    anonymous_id: optional(
      nullable(id('The visitor. Required unless `channel` is `server`, `api` or `import`.')),
    ),
    user_id: optional(nullable(id('User id that the app gives the person.'))),
    address: optional(nullable(string({ maxLength: 128, description: 'The active wallet.' }))),
    event: optional(
      nullable(string({ maxLength: MAX_ID_LENGTH, description: 'Name of a track event.' })),
    ),
    properties: optional(nullable(record(anything()))),
    context: optional(nullable(record(anything()))),
    original_timestamp: optional(
      nullable(timestamp('When it happened, by the clock of the sender.')),
    ),
    sent_at: optional(nullable(timestamp('When this attempt was sent, by the same clock.'))),
    message_id: optional(
      nullable(id('Made once and kept when the event is sent again, so that it counts once.')),
    ),
    session_id: optional(nullable(id('The visit.'))),
  },
  { title: 'WireEvent', additionalProperties: true },
);

/** An event as it is read from the wire. */
export type WireEvent = Infer<typeof eventSchema>;

/** What the events endpoint answers (decision N-59). */
export const ingestAnswerSchema = object(
  {
    successful_rows: { type: 'integer', minimum: 0 } as Schema<number>,
    quarantined_rows: { type: 'integer', minimum: 0 } as Schema<number>,
  },
  { title: 'IngestAnswer' },
);

/** What the events endpoint answers on failure: plain, without a code (API document, Errors). */
export const plainErrorSchema = object({ error: string() }, { title: 'PlainError' });
