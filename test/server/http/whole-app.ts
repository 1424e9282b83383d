// Every operation of the table of routes over HTTP, on real embedded databases, which tests can make fail.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MAX_BOARDS_PER_PROJECT } from '../../../src/protocol/limits.js';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { jsonResponse } from '../../../src/server/http/page-route.js';
import type { RateLimiter } from '../../../src/server/http/rate-limit.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createIdempotencyStore } from '../../../src/server/idempotency/store.js';
import { createKeysStore } from '../../../src/server/keys/store.js';
import { createLog } from '../../../src/server/log.js';
import { composePayments } from '../../../src/server/payments/compose-payments.js';
import type { PaymentVerifier } from '../../../src/server/payments/payment-verifier.js';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { createProfileSnapshot } from '../../../src/server/profiles/snapshot.js';
import { composeAreas } from '../../../src/server/start/compose-areas.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { ANY_ALERT, contract, type Resources, segment } from '../../support/valid-calls.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { PAYMENTS } from '../payments/test-settings.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const DAY_MS = 86_400_000;

export interface WholeApp {
  readonly app: AppUnderTest;
  /** The failures that a test sets. */
  readonly state: { failure?: Error; isRateExceeded: boolean };
  /** Creates new resources at each call. */
  makeResources(): Promise<Resources>;
  /** Acts as if another process were running a request with this key and fingerprint. */
  holdKey(key: string, fingerprint: string): Promise<void>;
  close(): Promise<void>;
}

/** Wraps a database, so that its methods fail while the state has a failure. */
const breakable = <T extends object>(database: T, state: WholeApp['state']): T =>
  new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (state.failure !== undefined) throw state.failure;
        return value.apply(target, given);
      };
    },
  });

const limiterOf = (state: WholeApp['state']): RateLimiter => {
  const look = () => ({
    limit: 10,
    windowSeconds: 1,
    remaining: state.isRateExceeded ? 0 : 9,
    resetSeconds: 1,
    isExceeded: state.isRateExceeded,
  });
  return { look, take: look };
};

const openDatabases = async (state: WholeApp['state']) => {
  const { path, remove } = await createTemporaryDirectory();
  const application = createJoinedDatabase(
    await openTestApplication({ directory: join(path, 'application') }),
  );
  const analytics = await openTestAnalytics({ directory: join(path, 'analytics') });
  await application.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a')");
  await application.query(
    "INSERT INTO projects (id, workspace_id, name) VALUES ('prj_1', 'ws_1', 'one')",
  );
  return {
    application,
    dataDirectory: path,
    shown: {
      application: breakable(application, state),
      analytics: breakable(analytics, state),
    },
    async close() {
      await application.close();
      await analytics.close();
      await remove();
    },
  };
};

/** Accepts every payment. */
const EASY: PaymentVerifier = {
  verify: async () => undefined,
  settle: async ({ requirements: { network } }) => ({
    ...{ success: true, transaction: '0x1', network, payer: '0x2' },
  }),
};

/** @param verifier the verifier of payments. Default: one that accepts all */
export async function startWholeApp(verifier: PaymentVerifier = EASY): Promise<WholeApp> {
  const state: WholeApp['state'] = { isRateExceeded: false };
  const { application, dataDirectory, shown, close } = await openDatabases(state);
  const snapshot = createProfileSnapshot({ database: shown.analytics, log: createLog('silent') });
  const { handlers, pages } = composeAreas({
    ...shown,
    profileSnapshot: snapshot,
    forget: composeForget({
      analytics: shown.analytics,
      dataDirectory,
      forgotten: await openForgotten(shown.analytics),
      settle: async () => {},
      removeQuarantined: async () => 0,
    }),
    lifecycle: DEFAULT_LIFECYCLE,
    alerts: { settings: { everySeconds: 300, allowPrivate: true } },
    log: createLog('silent'),
    boardsPerProject: MAX_BOARDS_PER_PROJECT * 100,
    boardPage: async () => jsonResponse({}),
    chatModel: { next: async () => 'SELECT count() AS hits FROM events' },
    logReading: { rpcChains: new Set([31_337]), onChange() {} },
    writeKeys: {
      async identify(token) {
        if (token === 'write key') return { keyId: 'wk_1', projectId: 'prj_1' };
        throw new DomainError('UNAUTHORIZED', 'The write key is unknown.');
      },
    },
  });
  const app = await startApp({
    pages,
    api: {
      handlers,
      payments: composePayments({
        perSecond: 1_000,
        settings: PAYMENTS,
        application: shown.application,
        publicUrl: () => 'http://127.0.0.1',
        secret: new Uint8Array(32),
        verifier,
      }),
      idempotency: createIdempotency({ database: shown.application, ttlMs: DAY_MS }),
      rateLimiter: limiterOf(state),
    },
  });
  // The app knows its key without a database, but GET /v0/key reads it from the store.
  const [key] = app.behind.apiKeys;
  if (key === undefined) throw new Error('The app has no key.');
  await createKeysStore(application).insertApiKey({
    ...{ id: key.id, workspaceId: key.workspace_id, name: 'test', scopes: key.scopes },
    ...{ prefix: 'ct_', last4: app.apiKey.slice(-4), hash: key.hash },
  });
  const store = createIdempotencyStore(application, { ttlMs: DAY_MS, lockMs: 60_000 });
  const post = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const headers = {
      authorization: `Bearer ${app.apiKey}`,
      'content-type': 'application/json',
    };
    const response = await app.api(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const makeAlert = async (): Promise<string> => {
    const { data } = (await post('/v0/alerts?project_id=prj_1', ANY_ALERT)) as unknown as {
      data: { id: string };
    };
    return data.id;
  };
  const address = '0x00000000000000000000000000000000000000aa';
  await post('/v0/import', { addresses: [address], writeKey: 'write key' });
  return {
    app,
    state,
    async makeResources() {
      const [board, emptyBoard] = [
        await post('/v0/boards?project_id=prj_1', { title: 'one' }),
        await post('/v0/boards?project_id=prj_1', { title: 'empty' }),
      ];
      const contractAddress = `0x${randomBytes(20).toString('hex')}`;
      await post('/v0/contracts?project_id=prj_1', contract('one', contractAddress));
      const chart = { chart_type: 'number', title: 'hits', query: 'SELECT count() FROM events' };
      return {
        projectId: 'prj_1',
        writeKey: 'write key',
        boardId: board.id,
        chartId: (await post(`/v0/boards/${board.id}/charts`, chart)).id,
        emptyBoardId: emptyBoard.id,
        contractAddress,
        segmentId: (await post('/v0/segments?project_id=prj_1', segment('one'))).id,
        address,
        alertId: await makeAlert(),
      };
    },
    async holdKey(key, fingerprint) {
      await store.claim({ workspaceId: 'ws_1', key, fingerprint }, 'another process');
    },
    async close() {
      await app.close();
      await snapshot.close();
      await close();
    },
  };
}
