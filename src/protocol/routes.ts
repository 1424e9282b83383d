// The table of routes: what the server mounts, OpenAPI is derived from, and the client is made from.
import { alertRoutes } from './alerts/routes.js';
import { analyticsRoutes } from './analytics/routes.js';
import { boardRoutes } from './boards/routes.js';
import { chatRoutes } from './chat/routes.js';
import { contractRoutes } from './contracts/routes.js';
import { eventSchema, ingestAnswerSchema } from './events.js';
import { keyRoutes } from './keys/routes.js';
import {
  MAX_BODY_BYTES,
  MAX_EVENT_DEPTH,
  MAX_EVENT_TEXT_LENGTH,
  MAX_EVENT_VALUES,
  MAX_EVENTS_PER_REQUEST,
  MAX_INFLATED_BODY_BYTES,
} from './limits.js';
import { profileRoutes } from './profiles/routes.js';
import { queryRoutes } from './query/routes.js';
import type { Route } from './route.js';
import { array, type Infer } from './schema.js';
import { segmentRoutes } from './segments/routes.js';

export const routes = {
  ingestEvents: {
    method: 'POST',
    path: '/v0/raw_events',
    tag: 'Events',
    summary: 'Store events. A 200 means that they are on disk.',
    description:
      `At most ${MAX_EVENTS_PER_REQUEST} events; a single event may be sent without an array. The body has at most ` +
      `${MAX_BODY_BYTES} bytes and, with \`Content-Encoding: gzip\`, ${MAX_INFLATED_BODY_BYTES} when it is ` +
      'unzipped. Its `Content-Type` may also be `text/plain`.\n\n' +
      'Invalid events are refused and the others are stored: `quarantined_rows` counts the refused events, and ' +
      'the answer is 400 if no event is valid. An event is refused if it does not match the schema, or has more than ' +
      `${MAX_EVENT_VALUES} values, ${MAX_EVENT_DEPTH} levels, or a text of more than ${MAX_EVENT_TEXT_LENGTH} ` +
      'characters. After 429 and 5xx, send the events again with the same `message_id`s: each counts once.',
    credential: { kind: 'write_key' },
    body: array(eventSchema, { minItems: 1, maxItems: MAX_EVENTS_PER_REQUEST }),
    status: 200,
    answer: ingestAnswerSchema,
  },
  ...analyticsRoutes,
  ...queryRoutes,
  ...profileRoutes,
  ...boardRoutes,
  ...contractRoutes,
  ...segmentRoutes,
  ...chatRoutes,
  ...alertRoutes,
  ...keyRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type Operation = keyof Routes;

type Part<O extends Operation, K extends keyof Route> = K extends keyof Routes[O]
  ? Infer<Routes[O][K]>
  : undefined;

/** What a caller of an operation sends, parsed. */
export interface RouteInput<O extends Operation> {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly body: Part<O, 'body'>;
}

/** What an operation answers. */
export type RouteAnswer<O extends Operation> = Part<O, 'answer'>;
