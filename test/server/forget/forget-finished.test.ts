// A deletion that was cut short is finished with what had arrived when it was requested, and nothing else.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { createDaySums } from '../../../src/server/forget/day-sums.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { type ProfilesUnderTest, startProfiles, wallet } from '../profiles/profiles-under-test.js';
import { expectTrueSums } from './true-sums.js';

const cleanUp = createCleanup();
const MINUTE_MS = 60_000;
let profiles: ProfilesUnderTest;
let application: ApplicationDatabase;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
  const directory = join(await createTestDirectory(cleanUp), 'application');
  application = await openTestApplication({ directory });
  cleanUp(application.close);
});

/** A process with a data folder of its own, whose database fails from the first statement that matches. */
const startProcess = async (dataDirectory: string, fault?: RegExp) => {
  const { database } = profiles;
  let isGone = false;
  const analytics = {
    ...database,
    execute: async (sql: string, params?: Parameters<typeof database.execute>[1]) => {
      isGone ||= fault?.test(sql) ?? false;
      if (isGone) throw new Error('The engine is gone.');
      await database.execute(sql, params);
    },
  };
  return composeForget({
    analytics,
    application,
    dataDirectory,
    forgotten: await openForgotten(analytics),
    settle: async () => {},
    removeQuarantined: async () => 0,
  });
};

const event = (at: number, anonymous_id: string, address: string) => ({
  ...{ at, anonymous_id, address, session_id: anonymous_id },
  ...{ event: 'bought', properties: { revenue: 1 }, context: { utm_source: anonymous_id } },
});

const FAULTS = [
  /ALTER TABLE wallet_enrichment/,
  /INSERT INTO events_daily/,
  /INSERT INTO wallets_daily/,
  /ALTER TABLE profiles/,
  /ALTER TABLE events DELETE/,
] as const;

const carols = FAULTS.map((fault, n) => ({
  ...{ fault, carol: `carol-${n}`, own: wallet(100 + n), shared: wallet(200 + n) },
}));

it('is finished by another process, and keeps what arrived after the request', async () => {
  const now = Date.now();
  for (const { carol, own, shared } of carols) {
    await profiles.store([
      event(now - 2 * MINUTE_MS, carol, own),
      event(now - 40 * 24 * 60 * MINUTE_MS, carol, shared),
      {
        ...event(now - MINUTE_MS, carol, own),
        // By a clock that is ahead.
        original_timestamp: new Date(now + 30 * MINUTE_MS).toISOString(),
      },
      event(now - MINUTE_MS, 'dave', shared),
    ]);
  }
  const labels = (tag_id: string, at: number) =>
    profiles.load(
      'wallet_labels',
      carols.map(({ own }) => ({
        ...{ project_id: 'prj_1', wallet: own, tag_id, version: 1 },
        stored_at: new Date(at).toISOString(),
      })),
    );
  await labels('earlier', now - MINUTE_MS);

  for (const { fault, carol, own } of carols) {
    const { forget } = await startProcess(profiles.directory, fault);
    await expect(forget({ anonymous_id: carol, address: own }, ['prj_1'])).rejects.toThrow('gone');
  }
  const later = Date.now() + MINUTE_MS;
  for (const { carol, own, shared } of carols) {
    await profiles.store([event(later, carol, own), event(later, carol, shared)]);
  }
  await labels('later', later);

  const next = await startProcess(await createTestDirectory(cleanUp));
  expect(await next.finish(0)).toBe(carols.length);
  expect(await application.query('SELECT id FROM deletions')).toEqual([]);
  // The first process starts again, and finds its own note.
  await createDaySums(profiles.database, profiles.directory).finish();

  await expectTrueSums(profiles.database);
  const { data: events } = await profiles.database.query(
    `SELECT anonymous_id AS who, lower(address) AS wallet, count() AS events,
       min(received_at) > fromUnixTimestamp64Milli({now:Int64}) AS isLater
     FROM events GROUP BY who, wallet ORDER BY wallet, who`,
    { now },
  );
  expect(events).toEqual([
    ...carols.map(({ carol, own }) => ({ who: carol, wallet: own, events: 1, isLater: 1 })),
    ...carols.flatMap(({ carol, shared }) => [
      { who: carol, wallet: shared, events: 1, isLater: 1 },
      { who: 'dave', wallet: shared, events: 1, isLater: 0 },
    ]),
  ]);
  const { data: wallets } = await profiles.database.query(
    `SELECT p.wallet AS wallet, sum(p.events) AS events,
       (SELECT sum(revenue) FROM profiles AS s FINAL WHERE s.wallet = p.wallet) AS revenue,
       (SELECT groupArray(tag_id) FROM wallet_labels AS l WHERE l.wallet = p.wallet) AS labels
     FROM wallet_profiles AS p GROUP BY p.wallet ORDER BY wallet`,
  );
  expect(wallets).toEqual([
    ...carols.map(({ own }) => ({ wallet: own, events: 1, revenue: 1, labels: ['later'] })),
    ...carols.map(({ shared }) => ({ wallet: shared, events: 2, revenue: 2, labels: [] })),
  ]);
  // Ten deletions, each of dozens of statements, which took more than a minute on a busy machine.
}, 600_000);
