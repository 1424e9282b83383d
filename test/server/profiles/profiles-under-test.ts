// The operations on profiles over HTTP, on the real engine.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireEvent } from '../../../src/protocol/events.js';
import type { AnalyticsDatabase } from '../../../src/server/database/ports.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { forgetHandlers } from '../../../src/server/forget/handlers.js';
import type { ForgetService } from '../../../src/server/forget/service.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createLog } from '../../../src/server/log.js';
import { composeProfiles } from '../../../src/server/profiles/compose-profiles.js';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { createProfileSnapshot } from '../../../src/server/profiles/snapshot.js';
import { segmentsHandlers } from '../../../src/server/segments/handlers.js';
import { createSegmentsService } from '../../../src/server/segments/service.js';
import type { SegmentsStore } from '../../../src/server/segments/store.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { type AppUnderTest, startApp } from '../http/app-under-test.js';

export type Sent = Partial<WireEvent> & {
  /** The time of the event, in ISO 8601 or milliseconds since 1970. */
  readonly at: string | number;
  readonly project?: string;
};

export interface ProfilesUnderTest {
  readonly app: AppUnderTest;
  readonly database: AnalyticsDatabase;
  readonly directory: string;
  readonly forget: ForgetService;
  /** Stores events of `prj_1` or the given project, and refreshes the profiles. */
  store(events: readonly Sent[]): Promise<void>;
  /** Loads rows into any table, as the journal does. */
  load(table: string, rows: readonly object[]): Promise<void>;
  refresh(): Promise<void>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose parts tests read.
  readonly body: any;
}

const enrich = createEnricher();

export const eventRow = ({ at, project = 'prj_1', ...event }: Sent): string => {
  const time = new Date(at).toISOString();
  const wire: WireEvent = {
    type: 'track',
    channel: 'web',
    version: '0',
    anonymous_id: 'visitor',
    original_timestamp: time,
    ...event,
  };
  const arrival = { receivedAt: Date.parse(time), newMessageId: () => crypto.randomUUID() };
  return serialise(enrich(wire, { ...arrival, projectId: project, caller: {}, salt: '' }));
};

const NO_SEGMENTS: SegmentsStore = {
  list: async () => ({ rows: [], total: 0 }),
  find: async () => undefined,
  insert: async () => undefined,
  remove: async () => false,
};

/** @param now the clock of the server */
export async function startProfiles(
  now: () => number = Date.now,
  segmentsStore: SegmentsStore = NO_SEGMENTS,
): Promise<ProfilesUnderTest> {
  const { path: directory, remove } = await createTemporaryDirectory();
  const database = await openTestAnalytics({ directory: join(directory, 'analytics') });
  const snapshot = createProfileSnapshot({ database, log: createLog('silent') });
  const segments = createSegmentsService(segmentsStore, now);
  const { handlers, profiles } = composeProfiles({
    findSegment: segments.find,
    analytics: database,
    snapshot,
    lifecycle: DEFAULT_LIFECYCLE,
    now,
    writeKeys: {
      async identify(token) {
        if (token?.startsWith('prj_')) return { keyId: 'wk_1', projectId: token };
        throw new DomainError('UNAUTHORIZED', 'The write key is unknown.');
      },
    },
  });
  const forget = composeForget({
    analytics: database,
    dataDirectory: directory,
    forgotten: await openForgotten(database),
    // Events are loaded at once in these tests, and none are refused.
    settle: async () => {},
    removeQuarantined: async () => 0,
  });
  const all = {
    ...handlers,
    ...segmentsHandlers(segments),
    ...forgetHandlers({ forget, profiles }),
  };
  const app = await startApp({ api: { handlers: all as AppParts['api']['handlers'] } });
  let loads = 0;
  const loadText = async (table: string, lines: readonly string[]): Promise<void> => {
    const file = join(directory, `rows-${++loads}.ndjson`);
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    await database.load({ table, file, token: file });
  };
  return {
    app,
    database,
    directory,
    forget,
    refresh: snapshot.refresh,
    load: (table, rows) =>
      loadText(
        table,
        rows.map((row) => JSON.stringify(row)),
      ),
    async store(events) {
      await loadText('events', events.map(eventRow));
      await snapshot.refresh();
    },
    async call(method, path, body) {
      const response = await app.api(path, {
        method,
        headers: {
          authorization: `Bearer ${app.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async close() {
      await app.close();
      await snapshot.close();
      await database.close();
      await remove();
    },
  };
}

/** The EVM address with a number, in lower case. */
export const wallet = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
