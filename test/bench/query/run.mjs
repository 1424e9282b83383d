// Measures each analytics question on synthetic events: how long it takes, what it costs, what it reads.
//
// Run by `npm run bench:query [events]`: ten million by default, spread over the 90 days before today.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsService } from '../../../dist/server/analytics/service.js';
import { createAnalyticsStore } from '../../../dist/server/analytics/store.js';
import { openAnalytics } from '../../../dist/server/database/analytics/open-analytics.js';
import { BENCH_PROJECT, eventInserts } from './generate-events.mjs';

const EVENTS = Number(process.argv[2] ?? 10_000_000);
const ROUNDS = 5;
const PERIODS_DAYS = [30, 90];
const GOALS_MS = { 30: 100, 90: 300 };
/** A fixed day, so that each run measures the same events. */
const NOW = Date.UTC(2026, 9, 16);
const DAY_MS = 86_400_000;

const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  { type: 'track', event: 'swap' },
];
const FILTERS = JSON.stringify([{ field: 'device', op: 'eq', value: 'mobile' }]);

/** Each question with what is asked; the wallet is one of the largest. */
const questions = (service, address) => {
  const projects = [BENCH_PROJECT];
  return {
    top_sources: (asked) => service.topSources(asked, projects),
    'top_sources referrer_url': (asked) =>
      service.topSources({ ...asked, metric_column: 'referrer_url' }, projects),
    top_events: (asked) => service.topEvents(asked, projects),
    'top_events filtered': (asked) => service.topEvents({ ...asked, filters: FILTERS }, projects),
    top_pages: (asked) => service.topPages(asked, projects),
    top_locations: (asked) => service.topLocations(asked, projects),
    top_wallets: (asked) => service.topWallets(asked, projects),
    top_chains: (asked) => service.topChains(asked, projects),
    event_timeseries: (asked) => service.eventTimeseries(asked, projects),
    'event_timeseries by referrer': (asked) =>
      service.eventTimeseries({ ...asked, group_by: 'referrer' }, projects),
    revenue_overview: (asked) => service.revenueOverview(asked, projects),
    'revenue_overview by ref': (asked) =>
      service.revenueOverview({ ...asked, group_by: 'ref' }, projects),
    revenue_timeseries: (asked) => service.revenueTimeseries({ ...asked, address }, projects),
    kpis: (asked) => service.kpis(asked, projects),
    funnel: (asked) => service.funnel({ steps: STEPS }, asked, projects),
    retention: (asked) => service.retention({ period: 'week' }, asked, projects),
    lifecycle: (asked) => service.lifecycle({ ...asked, period: 'week' }, projects),
    flow: (asked) => service.flow({}, asked, projects),
  };
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds of processor time that the engine has spent on statements. */
const spentMs = async (database) => {
  const { data } = await database.query(
    "SELECT sum(value) / 1000 AS ms FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')",
  );
  return data[0].ms;
};

const measure = async (database, ask) => {
  let answer = await ask();
  const before = await spentMs(database);
  const walls = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    answer = await ask();
    walls.push(performance.now() - start);
  }
  return {
    wallMs: median(walls),
    cpuMs: ((await spentMs(database)) - before) / ROUNDS,
    rowsRead: answer.statistics.rows_read,
    rows: answer.rows,
  };
};

const fill = async (database) => {
  for (const { sql, params } of eventInserts({ count: EVENTS, days: 90, until: NOW })) {
    await database.execute(sql, params);
  }
  // Months that are over are one part after an hour; nobody waits for it here.
  const { data } = await database.query(
    `SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase()
     AND toUInt32OrZero(partition) < {month:UInt32} AND toUInt32OrZero(partition) > 0`,
    { month: Number(new Date(NOW).toISOString().slice(0, 7).replace('-', '')) },
  );
  for (const { table, partition } of data) {
    await database.execute(`OPTIMIZE TABLE ${table} PARTITION ${partition} FINAL`);
  }
};

const directory = mkdtempSync(join(tmpdir(), 'chaintrail-bench-query-'));
const database = await openAnalytics({
  directory: join(directory, 'analytics'),
  writeTimeoutMs: 1_800_000,
  // The events are made in blocks far larger than any that clients send.
  queryMemoryBytes: 3 * 1_024 ** 3,
  totalMemoryBytes: 6 * 1_024 ** 3,
});
try {
  const start = performance.now();
  await fill(database);
  console.log(`${EVENTS} events stored in ${Math.round((performance.now() - start) / 1000)} s\n`);
  const { data } = await database.query(
    'SELECT address FROM wallets_daily GROUP BY address ORDER BY sum(hits) DESC, address LIMIT 1',
  );
  const service = createAnalyticsService(createAnalyticsStore(database), () => NOW);
  for (const days of PERIODS_DAYS) {
    const day = (time) => new Date(time).toISOString().slice(0, 10);
    const asked = { date_from: day(NOW - days * DAY_MS), date_to: day(NOW - DAY_MS) };
    console.log(`${`${days} days`.padEnd(32)}  wall ms  CPU ms  rows read  rows`);
    for (const [name, ask] of Object.entries(questions(service, data[0].address))) {
      const { wallMs, cpuMs, rowsRead, rows } = await measure(database, () => ask(asked));
      const late = wallMs > GOALS_MS[days] ? '  above the goal' : '';
      console.log(
        `${name.padEnd(32)}  ${wallMs.toFixed(0).padStart(7)}  ${cpuMs.toFixed(0).padStart(6)}` +
          `  ${String(rowsRead).padStart(9)}  ${String(rows).padStart(4)}${late}`,
      );
    }
    console.log();
  }
} finally {
  await database.close();
  rmSync(directory, { recursive: true });
}
