// `client.events`, `client.import` and `client.query`: what goes in, and free questions.
import type { RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { BodyOf, Operations } from '../operations.js';
import type { CallOptions } from '../options.js';
import { randomKey } from '../random-key.js';

type Events = BodyOf<'ingestEvents'>;

/**
 * Gives an event its id once for all attempts, since one whose answer was lost may have been
 * stored.
 */
const named = (event: Events[number]) =>
  event.message_id ? event : { ...event, message_id: randomKey() };

export const createEvents = ({ call }: Operations) => ({
  /**
   * When the call resolves, the events are on disk. Retries of the client count once; for repeats
   * of your own, give each event a `message_id`.
   */
  ingest: (
    events: Events,
    { writeKey, ...options }: CallOptions & { readonly writeKey: string },
  ): ApiCall<RouteAnswer<'ingestEvents'>> =>
    call('POST /v0/raw_events', { body: [events].flat().map(named), bearer: writeKey }, options),
});

export const createImport = ({ write }: Operations) => ({
  /** Makes wallets known to the project of the write key. */
  create: (
    body: { addresses: readonly string[]; writeKey: string },
    options?: CallOptions,
  ): ApiCall<RouteAnswer<'importWallets'>> => write('POST /v0/import', { body }, options),
});

export const createQuery = ({ call }: Operations) => ({
  /** One SELECT over the workspace's own views, which may name the days as `{date_from}` and `{date_to}`. */
  run: <Row = Record<string, unknown>>(
    query: string,
    { date_from, date_to, ...options }: CallOptions & Omit<BodyOf<'runQuery'>, 'query'> = {},
  ): ApiCall<Omit<RouteAnswer<'runQuery'>, 'data'> & { data: Row[] }> =>
    call('POST /v0/query', { body: { query, date_from, date_to } }, options) as ApiCall<never>,
});

export type EventsResource = ReturnType<typeof createEvents>;
export type ImportResource = ReturnType<typeof createImport>;
export type QueryResource = ReturnType<typeof createQuery>;
