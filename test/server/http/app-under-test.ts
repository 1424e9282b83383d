// The HTTP side of the server on a real socket, with fakes on the ports behind it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SCOPES, type Scope } from '../../../src/protocol/scopes.js';
import { analyticsHandlers } from '../../../src/server/analytics/handlers.js';
import { createAnalyticsService } from '../../../src/server/analytics/service.js';
import { createAnalyticsStore } from '../../../src/server/analytics/store.js';
import type { AnalyticsDatabase, SqlValue } from '../../../src/server/database/ports.js';
import { type IngestionObserver, openIngestion } from '../../../src/server/events/ingestion.js';
import { type AppParts, createApp } from '../../../src/server/http/app.js';
import { errorsPage } from '../../../src/server/http/errors-page.js';
import type { PageBody, PageRoute } from '../../../src/server/http/page-route.js';
import { createRateLimiter } from '../../../src/server/http/rate-limit.js';
import { serviceRoutes } from '../../../src/server/http/service-routes.js';
import { createApiKey, createApiKeys } from '../../../src/server/keys/api-keys.js';
import type { ApiKeyRecord, WriteKeyRecord } from '../../../src/server/keys/store.js';
import { createWriteKeys, signWriteKey } from '../../../src/server/keys/write-keys.js';
import { createLog } from '../../../src/server/log.js';
import { queryHandlers } from '../../../src/server/query/handlers.js';
import { createQueryService } from '../../../src/server/query/service.js';
import { createQueryStore } from '../../../src/server/query/store.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';

export interface AppUnderTest {
  readonly url: string;
  readonly apiKey: string;
  readonly writeKey: string;
  readonly secret: Uint8Array;
  /** The fakes behind the app, which tests change. */
  readonly behind: {
    readonly apiKeys: ApiKeyRecord[];
    readonly writeKeys: WriteKeyRecord[];
    /** Rows that reached the analytics database. */
    readonly rows: Record<string, unknown>[];
    /** The bound values of each query. */
    readonly questions: Readonly<Record<string, SqlValue>>[];
    /** The error that the analytics database throws from now on. */
    failure?: Error;
    isReady: boolean;
  };
  readonly logLines: string[];
  /** Adds another API key to the workspace. */
  addApiKey(scopes: readonly Scope[]): string;
  api(path: string, init?: RequestInit): Promise<Response>;
  send(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Response>;
  quarantinedCount(): number;
  /** @param requestsMs how long it waits for requests. Default: a second */
  close(requestsMs?: number): Promise<void>;
}

export interface AppUnderTestOptions {
  readonly perSecond?: number;
  readonly eventRequestsPerSecond?: number;
  readonly maxJournalBytes?: number;
  readonly pages?: readonly PageRoute<PageBody>[];
  readonly observer?: IngestionObserver;
  readonly parts?: Pick<AppParts, 'corsOrigins' | 'trustProxy' | 'onAnswer' | 'mostReceivedBytes'>;
  /** Replaces parts of the API. */
  readonly api?: Partial<AppParts['api']>;
}

export async function startApp(options: AppUnderTestOptions = {}): Promise<AppUnderTest> {
  const directory = await createTemporaryDirectory();
  const secret = randomBytes(32);
  const writeKeyRecord: WriteKeyRecord = {
    id: 'wk_1',
    project_id: 'prj_1',
    created_at: '2026-01-01T00:00:00.000Z',
    revoked_at: null,
  };
  const behind: AppUnderTest['behind'] = {
    apiKeys: [],
    writeKeys: [writeKeyRecord],
    rows: [],
    questions: [],
    isReady: true,
  };
  const logLines: string[] = [];
  const log = createLog('json', (line) => logLines.push(line));
  const addApiKey = (scopes: readonly Scope[]): string => {
    const { plain, record } = createApiKey({ workspaceId: 'ws_1', name: 'test', scopes });
    const { id, hash } = record;
    behind.apiKeys.push({
      id,
      hash,
      scopes,
      workspace_id: 'ws_1',
      revoked_at: null,
      project_ids: ['prj_1', 'prj_2'],
    });
    return plain;
  };
  const analytics = fakeAnalytics(behind);
  const ingestion = await openIngestion({
    directory: directory.path,
    maxJournalBytes: options.maxJournalBytes ?? 1_000_000,
    analytics,
    log,
    ...(options.observer === undefined ? {} : { observer: options.observer }),
  });
  const apiKey = addApiKey(SCOPES);
  const writeKey = await signWriteKey(writeKeyRecord, secret);
  let url = '';
  const app = createApp({
    api: {
      apiKeys: createApiKeys({
        apiKeyByHash: async (hash) => behind.apiKeys.find((key) => key.hash === hash),
      }),
      rateLimiter: createRateLimiter([{ ms: 60_000, limit: options.perSecond ?? 0 }]),
      idempotency: { once: async (_request, work) => ({ ...(await work()), isReplay: false }) },
      handlers: {
        ...analyticsHandlers(createAnalyticsService(createAnalyticsStore(analytics))),
        ...queryHandlers(createQueryService(createQueryStore(analytics))),
      } as AppParts['api']['handlers'],
      ...options.api,
    },
    ingestion: {
      writeKeys: createWriteKeys({
        secret,
        store: { writeKeys: async () => behind.writeKeys },
        refreshMs: 0,
      }),
      events: ingestion.service,
      rateLimiter: createRateLimiter([{ ms: 60_000, limit: options.eventRequestsPerSecond ?? 0 }]),
    },
    pages: [
      ...serviceRoutes({ publicUrl: () => url, dependencies: { analytics } }),
      errorsPage,
      ...(options.pages ?? []),
    ],
    publicUrl: () => url,
    log,
    ...options.parts,
  });
  url = `http://127.0.0.1:${await app.listen({ host: '127.0.0.1', port: 0 })}`;

  return {
    url,
    apiKey,
    writeKey,
    secret,
    behind,
    logLines,
    addApiKey,
    quarantinedCount: ingestion.quarantinedCount,
    api: (path, init = {}) =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` }, ...init }),
    send: (body, headers = {}) =>
      fetch(`${url}/v0/raw_events`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${writeKey}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: body as BodyInit,
      }),
    async close(requestsMs = 1_000) {
      await app.close(requestsMs);
      await ingestion.close(1_000);
      await directory.remove();
    },
  };
}

function fakeAnalytics(behind: AppUnderTest['behind']): AnalyticsDatabase {
  return {
    async query<Row>(_sql: string, params: Readonly<Record<string, SqlValue>> = {}) {
      if (behind.failure !== undefined) throw behind.failure;
      behind.questions.push(params);
      return {
        data: [] as Row[],
        meta: [{ name: 'hits', type: 'UInt64' }],
        rows: 0,
        rows_before_limit_at_least: 0,
        statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
      };
    },
    execute: async () => {},
    async load({ file }) {
      if (behind.failure !== undefined) throw behind.failure;
      behind.rows.push(...(await readRows(file)));
    },
    isReady: async () => behind.isReady,
    close: async () => {},
  };
}

async function readRows(file: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** A valid event; `changes` replace parts of it. */
export const anEvent = (changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'track',
  event: 'signup',
  channel: 'web',
  version: '0',
  anonymous_id: 'visitor',
  message_id: crypto.randomUUID(),
  original_timestamp: new Date().toISOString(),
  sent_at: new Date().toISOString(),
  ...changes,
});
