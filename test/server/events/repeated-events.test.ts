// An event counts once, also when it is sent again to a process that does not remember it (decision N-62).
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsDatabase } from '../../../src/server/database/ports.js';
import { dropStored } from '../../../src/server/events/drop-stored.js';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { type Ingestion, openIngestion } from '../../../src/server/events/ingestion.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import {
  type AnalyticsUnderTest,
  rowOf,
  startAnalytics,
} from '../analytics/analytics-under-test.js';

const cleanUp = createCleanup();
const AT = Date.UTC(2026, 0, 15, 10);
const RANGE = { date_from: '2026-01-15', date_to: '2026-01-15' };
const WALLET = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const VIEWS = [
  'sessions_daily_of_events',
  'events_daily_of_events',
  'sources_daily_of_events',
  'wallets_daily_of_events',
  'wallet_profiles_view',
];
/** The tables that each load adds to. */
const COUNTING = [
  'events',
  'sessions_daily',
  'events_daily',
  'sources_daily',
  'wallets_daily',
  'wallet_profiles',
];
let analytics: AnalyticsUnderTest;
let database: AnalyticsDatabase;
let directory: string;

beforeAll(async () => {
  analytics = await startAnalytics();
  cleanUp(analytics.close);
  database = analytics.database;
  directory = await createTestDirectory(cleanUp);
});

const sale = (id: string) => ({
  type: 'track',
  event: 'sale',
  channel: 'web',
  version: '0',
  anonymous_id: 'visitor',
  session_id: 's',
  address: WALLET,
  original_timestamp: new Date(AT).toISOString(),
  message_id: id,
  properties: { revenue: 5 },
});

/** Starts an ingestion without recent ids, like a process that does not remember stored events. */
const startForgetful = async (): Promise<Ingestion> => {
  let hasForgotten = false;
  const ingestion = await openIngestion({
    directory,
    maxJournalBytes: 1_000_000,
    analytics: {
      ...database,
      query: (sql, params) => {
        if (hasForgotten) return database.query(sql, params);
        hasForgotten = true;
        return Promise.reject(new Error('The first question is for what was stored lately.'));
      },
    },
    log: createLog('silent'),
  });
  cleanUp(() => ingestion.close(0));
  return ingestion;
};

/** The number of events in each table that counts them. */
const countsOf = async (project: string) => {
  const one = async (sql: string) =>
    (await database.query<{ n: number }>(sql, { project })).data[0]?.n;
  const ofProject = 'WHERE project_id = {project:String}';
  return {
    events: await one(`SELECT count() AS n FROM events ${ofProject}`),
    hits: await one(`SELECT toUInt64(sum(hits)) AS n FROM events_daily ${ofProject}`),
    visits: await one(`SELECT toUInt64(sum(events)) AS n FROM sessions_daily ${ofProject}`),
    sources: await one(
      `SELECT toUInt64(sum(hits)) AS n FROM sources_daily ${ofProject} AND dimension = 'os'`,
    ),
    wallets: await one(`SELECT toUInt64(sum(hits)) AS n FROM wallets_daily ${ofProject}`),
    profiles: await one(`SELECT toUInt64(sum(events)) AS n FROM wallet_profiles ${ofProject}`),
  };
};

const everywhere = (n: number) => ({
  events: n,
  hits: n,
  visits: n,
  sources: n,
  wallets: n,
  profiles: n,
});

describe('an event that is sent again', () => {
  it('to a process that does not remember it counts once everywhere', async () => {
    const first = await startForgetful();
    await first.service.receive([sale('a'), sale('b')], 'mine');
    await first.close(PATIENCE_MS);
    const second = await startForgetful();
    await second.service.receive([sale('b'), sale('c')], 'mine');
    await second.service.receive([sale('b')], 'theirs');
    await second.close(PATIENCE_MS);

    expect(await countsOf('mine')).toEqual(everywhere(3));
    expect(await countsOf('theirs')).toEqual(everywhere(1));
    expect((await analytics.ask('topEvents', RANGE)).data).toMatchObject([{ hits: 3 }]);
    expect((await analytics.ask('kpis', RANGE)).data).toMatchObject([{ events: 3, revenue: 15 }]);
  });

  it('alone leaves nothing to load, and its segment is deleted', async () => {
    const first = await startForgetful();
    await first.service.receive([sale('a')], 'alone');
    await first.close(PATIENCE_MS);
    const second = await startForgetful();
    await second.service.receive([sale('a')], 'alone');
    await second.close(PATIENCE_MS);
    expect(second.journalBytes()).toBe(0);
    expect(await countsOf('alone')).toEqual(everywhere(1));
  });
});

describe('a load', () => {
  const write = async (name: string, rows: readonly EventRow[]): Promise<string> => {
    const path = join(directory, `${name}.ndjson`);
    await writeFile(path, rows.map((row) => `${serialise(row)}\n`).join(''));
    return path;
  };
  const row = (project: string, message_id: string, received_by: string): EventRow => ({
    ...rowOf({ at: AT, project, message_id, session_id: 's', address: WALLET }),
    received_by,
  });
  const load = async (token: string, path: string, remembered?: number): Promise<number> => {
    const dropped = await dropStored({ path }, database, remembered);
    await database.load({ table: 'events', file: path, token });
    return dropped;
  };

  it('repeated after a kill between events and rollups completes the rollups, also after other loads', async () => {
    const killed = await write('killed', [row('killed', 'a', 'one'), row('killed', 'b', 'one')]);
    for (const view of VIEWS) await database.execute(`DETACH TABLE ${view}`);
    await load('killed', killed);
    for (const view of VIEWS) await database.execute(`ATTACH TABLE ${view}`);
    const other = await write('other', [row('killed', 'a', 'two'), row('killed', 'c', 'two')]);
    expect(await load('other', other)).toBe(1);
    expect(await load('killed', killed)).toBe(0);
    expect(await countsOf('killed')).toEqual(everywhere(3));
  });

  it('recognises stored events with unusual ids and differing times', async () => {
    const ids = ['"', "'", '\\', 'ä\n\u0000', '😀'.repeat(60)];
    const rows = (by: string, later = 0): EventRow[] =>
      Array.from({ length: 355 }, (_, n) => {
        const at = Date.UTC(2026, 0, 15, 23, 59) + later;
        const id = ids[n] ?? '';
        return { ...rowOf({ at, project: 'odd', message_id: `${n} ${id}` }), received_by: by };
      });
    expect(await load('odd-1', await write('odd-1', rows('one')))).toBe(0);
    expect(await load('odd-2', await write('odd-2', rows('two', 120_000)))).toBe(355);
  });

  it('keeps one of two rows with the same id in a file', async () => {
    const path = await write('twin', [row('twin', 'a', 'one'), row('twin', 'a', 'two')]);
    expect(await load('twin', path)).toBe(1);
    expect(await countsOf('twin')).toEqual(everywhere(1));
  });

  it('repeated after so many other loads that its token is forgotten counts once', async () => {
    const windows = (loads: number) =>
      Promise.all(
        COUNTING.map((table) =>
          database.execute(
            `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${loads}`,
          ),
        ),
      );
    await windows(2);
    const late = await write('late', [row('late', 'a', 'one'), row('late', 'b', 'one')]);
    await load('late', late);
    for (const id of ['c', 'd', 'e']) {
      await load(id, await write(id, [row('late', id, 'two')]));
    }
    expect(await load('late', late, 2)).toBe(2);
    expect(await countsOf('late')).toEqual(everywhere(5));
    await windows(1_000);
  });
});
