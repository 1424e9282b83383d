// The client of the workspace API: its resources, and calls by path for what they do not cover.
import type { ApiCall } from './api-call.js';
import { createOperations } from './operations.js';
import { type CallOptions, type ClientOptions, merge, readOptions } from './options.js';
import type { Call } from './request-of.js';
import { createRequester, type Requester } from './requester.js';
import { type Alerts, createAlerts } from './resources/alerts.js';
import { type Analytics, createAnalytics } from './resources/analytics.js';
import { type Boards, type Charts, createBoards, createCharts } from './resources/boards.js';
import { type Chat, createChat } from './resources/chat.js';
import { type Contracts, createContracts } from './resources/contracts.js';
import {
  createEvents,
  createImport,
  createQuery,
  type EventsResource,
  type ImportResource,
  type QueryResource,
} from './resources/data.js';
import { createKey, type KeyResource } from './resources/key.js';
import { createProfiles, type Profiles } from './resources/profiles.js';
import { createSegments, type Segments } from './resources/segments.js';
import { createWebhooks, type Webhooks } from './webhooks.js';

/** Options of a call by path, which may hold parameters: `/v0/top_events?limit=5`. */
export interface RawCall extends CallOptions {
  readonly body?: unknown;
}

/**
 * The workspace API, typed.
 *
 * @example
 * ```ts
 * const client = new Chaintrail({ apiKey: process.env.CHAINTRAIL_API_KEY });
 * const { data } = await client.analytics.topSources({ metric_column: 'utm_source' });
 * for await (const wallet of client.profiles.search({ order_by: 'revenue' })) console.log(wallet.address);
 * ```
 */
export class Chaintrail {
  readonly analytics: Analytics;
  readonly profiles: Profiles;
  readonly boards: Boards;
  readonly charts: Charts;
  readonly contracts: Contracts;
  readonly segments: Segments;
  readonly chat: Chat;
  readonly alerts: Alerts;
  readonly events: EventsResource;
  readonly import: ImportResource;
  readonly query: QueryResource;
  readonly key: KeyResource;
  readonly webhooks: Webhooks = createWebhooks();
  readonly #options: ClientOptions;
  readonly #request: Requester;

  /** @throws ChaintrailError without an API key, with a wrong option, or in a browser */
  constructor(options: ClientOptions = {}) {
    this.#options = options;
    const settings = readOptions(options);
    this.#request = createRequester(settings);
    const operations = createOperations(this.#request, settings);
    this.analytics = createAnalytics(operations);
    this.profiles = createProfiles(operations);
    this.boards = createBoards(operations);
    this.charts = createCharts(operations);
    this.contracts = createContracts(operations);
    this.segments = createSegments(operations);
    this.chat = createChat(operations);
    this.alerts = createAlerts(operations);
    this.events = createEvents(operations);
    this.import = createImport(operations);
    this.query = createQuery(operations);
    this.key = createKey(operations);
  }

  /** A client with these options over the present ones; undefined leaves one as it is. */
  withOptions(options: ClientOptions): Chaintrail {
    return new Chaintrail(merge(this.#options, options));
  }

  get<T = unknown>(path: string, options?: RawCall): ApiCall<T> {
    return this.#raw('GET', path, options);
  }

  post<T = unknown>(path: string, options?: RawCall): ApiCall<T> {
    return this.#raw('POST', path, options);
  }

  put<T = unknown>(path: string, options?: RawCall): ApiCall<T> {
    return this.#raw('PUT', path, options);
  }

  patch<T = unknown>(path: string, options?: RawCall): ApiCall<T> {
    return this.#raw('PATCH', path, options);
  }

  delete<T = unknown>(path: string, options?: RawCall): ApiCall<T> {
    return this.#raw('DELETE', path, options);
  }

  #raw<T>(method: string, path: string, { body, ...options }: RawCall = {}): ApiCall<T> {
    const [at = '', search] = path.replace(/^\/*/, '/').split(/\?(.*)/s, 2);
    // It is not known here whether a write by path takes an idempotency key. One that takes none
    // ignores it; one that does must not run twice when its answer is lost.
    const isIdempotent = method !== 'GET' || options.idempotencyKey !== undefined;
    const call: Call = { method, path: at, search, body, isIdempotent };
    return this.#request<T>(call, options);
  }
}
