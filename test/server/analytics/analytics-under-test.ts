// The analytics endpoints on the real engine, with events stored as the server stores them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { WireEvent } from '../../../src/protocol/events.js';
import { analyticsHandlers } from '../../../src/server/analytics/handlers.js';
import { createAnalyticsService } from '../../../src/server/analytics/service.js';
import { createAnalyticsStore } from '../../../src/server/analytics/store.js';
import type { AnalyticsDatabase } from '../../../src/server/database/ports.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';

/** An event as tests write it; `at` is its time in milliseconds since 1970. */
export type Sent = Partial<WireEvent> & { readonly at: number; readonly project?: string };

export const NOW = Date.UTC(2026, 0, 20, 12);

export type Handlers = ReturnType<typeof analyticsHandlers>;

const enrich = createEnricher();

/** The row that the server stores for an event. */
export const rowOf = ({ at, project = 'mine', ...event }: Sent): EventRow => {
  const wire: WireEvent = {
    type: 'track',
    channel: 'web',
    version: '0',
    anonymous_id: 'visitor',
    original_timestamp: new Date(at).toISOString(),
    ...event,
  };
  return enrich(wire, {
    projectId: project,
    receivedAt: at,
    newMessageId: () => crypto.randomUUID(),
    caller: {},
    salt: '',
  });
};

export interface AnalyticsUnderTest {
  readonly database: AnalyticsDatabase;
  store(events: readonly Sent[]): Promise<void>;
  storeRows(rows: readonly EventRow[]): Promise<void>;
  /** Calls the handler of an endpoint as the API does, for projects of one workspace. */
  ask<Q extends keyof Handlers>(
    question: Q,
    query: Parameters<Handlers[Q]>[0]['input']['query'],
    projectIds?: readonly string[],
  ): ReturnType<Handlers[Q]>;
  close(): Promise<void>;
}

export async function startAnalytics(): Promise<AnalyticsUnderTest> {
  const directory = await createTemporaryDirectory();
  const database = await openTestAnalytics({ directory: join(directory.path, 'analytics') });
  const handlers = analyticsHandlers(
    createAnalyticsService(createAnalyticsStore(database), () => NOW),
  );
  let loads = 0;
  const storeRows = async (rows: readonly EventRow[]) => {
    const file = join(directory.path, `rows-${++loads}.ndjson`);
    await writeFile(file, rows.map((row) => `${serialise(row)}\n`).join(''));
    await database.load({ table: 'events', file, token: file });
  };
  return {
    database,
    storeRows,
    store: (events) => storeRows(events.map(rowOf)),
    ask: (question, query, projectIds = ['mine']) => {
      const handler = handlers[question] as (
        request: unknown,
      ) => ReturnType<(typeof handlers)[typeof question]>;
      return handler({ input: { query }, identity: { projectIds } });
    },
    async close() {
      await database.close();
      await directory.remove();
    },
  };
}

/** The time of 10:00 UTC on a day. */
export const day = (text: string): number => Date.parse(`${text}T10:00:00Z`);

/** One instance for all tests of a file: started before the first, and closed after the last. */
export function useAnalytics(): AnalyticsUnderTest {
  const cleanUp = createCleanup();
  const analytics = {} as AnalyticsUnderTest;
  beforeAll(async () => {
    cleanUp(Object.assign(analytics, await startAnalytics()).close);
  });
  return analytics;
}
