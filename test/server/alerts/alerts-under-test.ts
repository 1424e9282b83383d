// Alerts over HTTP on the real embedded databases, with a clock set by hand and their job driven by the test.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AlertsParts, composeAlerts } from '../../../src/server/alerts/compose-alerts.js';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { openApplication } from '../../../src/server/database/application/open-application.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createLog } from '../../../src/server/log.js';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { segmentsHandlers } from '../../../src/server/segments/handlers.js';
import { createSegmentsService } from '../../../src/server/segments/service.js';
import { createSegmentsStore } from '../../../src/server/segments/store.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { startApp } from '../http/app-under-test.js';
import { eventRow, type Sent } from '../profiles/profiles-under-test.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export async function startAlerts(parts: Partial<AlertsParts> = {}) {
  const { path, remove } = await createTemporaryDirectory();
  const database = createJoinedDatabase(
    await openApplication({ directory: join(path, 'application') }),
  );
  const analytics = await openTestAnalytics({ directory: join(path, 'analytics') });
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await database.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_1', 'two'), ('prj_3', 'ws_2', 'theirs')`);
  const clock = { now: Date.now() };
  const logLines: string[] = [];
  const segments = createSegmentsService(createSegmentsStore(database), () => clock.now);
  /** A further process, as far as alerts go. */
  const compose = (more: Partial<AlertsParts> = {}) =>
    composeAlerts({
      application: database,
      analytics,
      settings: { everySeconds: 300, allowPrivate: true },
      lifecycle: DEFAULT_LIFECYCLE,
      findSegment: segments.find,
      log: createLog('errors', (line) => logLines.push(line)),
      now: () => clock.now,
      random: () => 1,
      ...parts,
      ...more,
    });
  const alerts = compose();
  const app = await startApp({
    api: {
      handlers: {
        ...alerts.handlers,
        ...segmentsHandlers(segments),
      } as unknown as AppParts['api']['handlers'],
      idempotency: createIdempotency({ database, ttlMs: 86_400_000 }),
    },
  });
  const call = async (
    method: string,
    address: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const response = await app.api(address, {
      method,
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  let loads = 0;
  const load = async (table: string, lines: readonly string[]): Promise<void> => {
    const file = join(path, `rows-${++loads}.ndjson`);
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    await analytics.load({ table, file, token: file });
  };
  return {
    app,
    analytics,
    database,
    clock,
    logLines,
    compose,
    call,
    job: alerts.job,
    load: (table: string, rows: readonly object[]) =>
      load(
        table,
        rows.map((row) => JSON.stringify(row)),
      ),
    /** As if they had come in now. */
    store: (events: readonly Omit<Sent, 'at'>[]) =>
      load(
        'events',
        events.map((event) => eventRow({ at: Date.now(), ...event } as Sent)),
      ),
    /** An alert on events named `swap` of `prj_1`, with what a test changes about it. */
    async make(changes: object = {}, project = 'prj_1') {
      const body = {
        name: 'Swaps',
        trigger_type: 'event',
        trigger_filters: [{ name: 'event', value: 'swap' }],
        ...changes,
      };
      const answer = await call('POST', `/v0/alerts?project_id=${project}`, { body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.data;
    },
    /** The turn of every alert comes: it looks, and what it found is sent. */
    async turn(job: { run(): Promise<void> } = alerts.job) {
      clock.now += 5 * MINUTE_MS;
      await job.run();
    },
    async deliveries(id: string) {
      return (await call('GET', `/v0/alerts/${id}/deliveries`)).body.data;
    },
    async close() {
      await app.close();
      await alerts.job.close();
      await database.close();
      await analytics.close();
      await remove();
    },
  };
}

export type AlertsUnderTest = Awaited<ReturnType<typeof startAlerts>>;
