// Measures requests to the analytics endpoints on synthetic events, and searches of synthetic wallets: the time,
// the processor time and the rows that each reads.
//
// Run it by `npm run bench:query [events [wallets]]`. The defaults are ten million events, spread over the 90 days
// before a fixed day, and a million wallets; 0 leaves out either of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsService } from '../../../dist/server/analytics/service.js';
import { createAnalyticsStore } from '../../../dist/server/analytics/store.js';
import { openAnalytics } from '../../../dist/server/database/analytics/open-analytics.js';
import { createSnapshotStore } from '../../../dist/server/profiles/snapshot-store.js';
import { analyticsQuestions } from './analytics-questions.mjs';
import { eventInserts } from './generate-events.mjs';
import { profileInserts, walletAt } from './generate-profiles.mjs';
import { report } from './measure.mjs';
import { profileSearches } from './profile-searches.mjs';

const [EVENTS, WALLETS] = [process.argv[2] ?? 10_000_000, process.argv[3] ?? 1_000_000].map(Number);
const GOALS_MS = { 30: 100, 90: 300 };
const PROFILE_GOAL_MS = 100;
/** A fixed day, so that each run measures the same events. */
const NOW = Date.UTC(2026, 9, 16);
const DAY_MS = 86_400_000;

const insertAll = async (database, inserts) => {
  for (const { sql, params } of inserts) await database.execute(sql, params);
};

const fillEvents = async (database) => {
  await insertAll(database, eventInserts({ count: EVENTS, days: 90, until: NOW }));
  // A server merges past months into one part within an hour; the benchmark does it at once.
  const { data } = await database.query(
    `SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase()
     AND toUInt32OrZero(partition) < {month:UInt32} AND toUInt32OrZero(partition) > 0`,
    { month: Number(new Date(NOW).toISOString().slice(0, 7).replace('-', '')) },
  );
  for (const { table, partition } of data) {
    await database.execute(`OPTIMIZE TABLE ${table} PARTITION ${partition} FINAL`);
  }
};

/** Fills the tables first, and then takes the snapshot that searches use, as the server does. */
const fillProfiles = async (database) => {
  await insertAll(database, profileInserts({ count: WALLETS, until: NOW }));
  const snapshot = createSnapshotStore(database);
  await snapshot.takeUp(0);
  await snapshot.tidy();
};

const timed = async (what, work) => {
  const start = performance.now();
  await work();
  console.log(`${what} stored in ${Math.round((performance.now() - start) / 1000)} s`);
};

const measureEvents = async (database) => {
  const { data } = await database.query(
    'SELECT address FROM wallets_daily GROUP BY address ORDER BY sum(hits) DESC, address LIMIT 1',
  );
  const service = createAnalyticsService(createAnalyticsStore(database), () => NOW);
  for (const [days, goalMs] of Object.entries(GOALS_MS)) {
    const day = (time) => new Date(time).toISOString().slice(0, 10);
    const asked = { date_from: day(NOW - days * DAY_MS), date_to: day(NOW - DAY_MS) };
    const questions = analyticsQuestions(service, { asked, address: data[0].address });
    await report(database, `${days} days`, { questions, goalMs });
  }
};

const measureProfiles = async (database) => {
  const { sql, params } = walletAt(1_234);
  const { data } = await database.query(sql, params);
  const questions = profileSearches(database, { now: NOW, wallet: data[0].wallet });
  await report(database, 'profiles', { questions, goalMs: PROFILE_GOAL_MS });
};

const directory = mkdtempSync(join(tmpdir(), 'chaintrail-bench-query-'));
const database = await openAnalytics({
  directory: join(directory, 'analytics'),
  writeTimeoutMs: 1_800_000,
  // The statements insert far larger blocks than a server does, so they need more memory.
  queryMemoryBytes: 3 * 1_024 ** 3,
  totalMemoryBytes: 6 * 1_024 ** 3,
});
try {
  if (WALLETS > 0) await timed(`${WALLETS} wallets`, () => fillProfiles(database));
  if (EVENTS > 0) await timed(`${EVENTS} events`, () => fillEvents(database));
  console.log(`load ${loadavg()[0].toFixed(1)} on ${cpus().length} processors\n`);
  if (WALLETS > 0) await measureProfiles(database);
  if (EVENTS > 0) await measureEvents(database);
} finally {
  await database.close();
  rmSync(directory, { recursive: true });
}
