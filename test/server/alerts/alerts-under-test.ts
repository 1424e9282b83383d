// Alerts over HTTP on the real embedded databases, with a clock and a job that the test controls.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach } from 'vitest';
import { type AlertsParts, composeAlerts } from '../../../src/server/alerts/compose-alerts.js';
import { createLog } from '../../../src/server/log.js';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { segmentsHandlers } from '../../../src/server/segments/handlers.js';
import { createSegmentsService } from '../../../src/server/segments/service.js';
import { createSegmentsStore } from '../../../src/server/segments/store.js';
import { createCleanup } from '../../support/cleanup.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { openWorkspaces, startArea } from '../http/area-under-test.js';
import { eventRow, type Sent } from '../profiles/profiles-under-test.js';
import { answering, type Receiver, startReceiver } from './receiver.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export async function startAlerts(parts: Partial<AlertsParts> = {}) {
  const { path, database, close } = await openWorkspaces();
  const analytics = await openTestAnalytics({ directory: join(path, 'analytics') });
  const clock = { now: Date.now() };
  const logLines: string[] = [];
  const segments = createSegmentsService(createSegmentsStore(database), () => clock.now);
  /** The alerts of a further server process. */
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
  const { app, call } = await startArea({
    database,
    handlers: { ...alerts.handlers, ...segmentsHandlers(segments) },
  });
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
    /** Stores events as if they were received now. */
    store: (events: readonly Omit<Sent, 'at'>[]) =>
      load(
        'events',
        events.map((event) => eventRow({ at: Date.now(), ...event } as Sent)),
      ),
    /** Creates an alert on events named `swap` of `prj_1`; `changes` replace parts of it. */
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
    /** Moves the clock by the interval of alerts, evaluates every alert, and sends what it found. */
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
      await analytics.close();
      await close();
    },
  };
}

export type AlertsUnderTest = Awaited<ReturnType<typeof startAlerts>>;

/** Alerts together with a receiver of webhooks. Each test of the file begins without alerts. */
export function useAlerts(parts: Partial<AlertsParts> = {}) {
  const cleanUp = createCleanup();
  const world = {} as { alerts: AlertsUnderTest; receiver: Receiver };
  beforeAll(async () => {
    world.receiver = await startReceiver();
    cleanUp(world.receiver.close);
    world.alerts = await startAlerts(parts);
    cleanUp(world.alerts.close);
  });
  beforeEach(async () => {
    await world.alerts.database.query('DELETE FROM alerts');
    world.receiver.received.length = 0;
    world.receiver.script = answering(200);
  });
  return world;
}
