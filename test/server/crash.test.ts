// Kills the real server at random moments under load: every answered event is stored exactly once.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { connectAdmin } from '../../src/server/admin/connect.js';
import { childPids } from '../support/child-pids.js';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { startPostgres } from '../support/postgres.js';
import { createRandom } from '../support/random.js';
import { startNewServer, type TestServer } from '../support/server.js';
import { openTestAnalytics } from './database/analytics/open-test-analytics.js';

/** To run more rounds, or to repeat a seed: CRASH_ROUNDS=500 CRASH_SEED=7 npx vitest run ... crash */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 50);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

const SENDERS = 4;
const EVENTS_PER_BATCH = 7;
/** The longest time between a start and a kill, long enough for most starts, first loads and later loads. */
const LONGEST_LIFE_MS = 400;

const cleanUp = createCleanup();
const random = createRandom(SEED);
let server: TestServer;
let apiKey: string;

beforeAll(async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  // Postgres for the keys halves the time of a start; the events are in the embedded database as usual.
  server = await startNewServer({ APPLICATION_URL: postgres.newDatabase() });
  cleanUp(server.dispose);
  // The key of the first start is replaced where a kill comes before it counts as shown.
  const admin = await connectAdmin(server.dataDirectory);
  const made = await admin?.call('keys.create', { name: 'crash', scopes: ['query:read'] });
  apiKey = made?.api_key ?? '';
});

/** Each batch has a unique event name, so that a failure shows which batch was lost or stored twice. */
const createBatch = (name: string): string => {
  const now = new Date().toISOString();
  return JSON.stringify(
    Array.from({ length: EVENTS_PER_BATCH }, () => ({
      type: 'track',
      event: name,
      channel: 'web',
      version: '0',
      anonymous_id: randomUUID(),
      original_timestamp: now,
      sent_at: now,
      message_id: randomUUID(),
    })),
  );
};

/** Whether the batch was answered with 200. */
const send = async (batch: string): Promise<boolean> => {
  try {
    const response = await fetch(`${server.url}/v0/raw_events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
      body: batch,
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    // The server has been killed.
    return false;
  }
};

/** Batches by event name. */
type Batches = Map<string, string>;

/** Sends batches until the server is gone. */
const keepSending = async (unanswered: Batches, answered: Set<string>): Promise<void> => {
  for (;;) {
    const name = `batch-${randomUUID().slice(0, 13)}`;
    const batch = createBatch(name);
    unanswered.set(name, batch);
    if (!(await send(batch))) return;
    unanswered.delete(name);
    answered.add(name);
  }
};

/** Sends unanswered batches again, as an SDK does. */
const repeat = async (unanswered: Batches, answered: Set<string>): Promise<void> => {
  for (const [name, batch] of [...unanswered]) {
    if (!(await send(batch))) return;
    unanswered.delete(name);
    answered.add(name);
  }
};

/** Kills only the engine process; the server keeps running and starts another one. */
const killEngine = async (): Promise<void> => {
  for (const pid of await childPids(server.pid())) process.kill(pid, 'SIGKILL');
};

/** Kills at random moments on purpose, because this test is about any moment. */
const liveAndDie = async (unanswered: Batches, answered: Set<string>): Promise<void> => {
  // Sometimes nothing is sent again first, so that the next kill hits while the server loads the old journal.
  if (random.chance(0.8)) await repeat(unanswered, answered);
  const senders = Array.from({ length: SENDERS }, () => keepSending(unanswered, answered));
  await pause(random.whole(0, LONGEST_LIFE_MS));
  if (random.chance(0.3)) {
    await killEngine();
    await pause(random.whole(0, LONGEST_LIFE_MS));
  }
  await server.kill9();
  await Promise.all(senders);
  await server.restart();
};

it(
  `stores every answered event once, through ${ROUNDS} kills (seed ${SEED})`,
  async () => {
    const answered = new Set<string>();
    const unanswered: Batches = new Map();
    for (let round = 0; round < ROUNDS; round++) await liveAndDie(unanswered, answered);
    await repeat(unanswered, answered);
    expect(unanswered.size).toBe(0);
    expect(answered.size).toBeGreaterThan(ROUNDS);
    await eventually(async () => {
      const counts = await readEverything();
      expect(counts.size).toBe(answered.size);
      for (const name of answered) expect(counts.get(name), name).toBe(EVENTS_PER_BATCH);
    });
    await server.stop();
    await expectOnceInTables(answered);
  },
  ROUNDS * 30_000,
);

/** Checks the stored rows, merged or not, and the rollups that were computed when they were stored. */
const expectOnceInTables = async (answered: ReadonlySet<string>): Promise<void> => {
  const database = await openTestAnalytics({ directory: join(server.dataDirectory, 'analytics') });
  try {
    const wrong = await database.query(
      `SELECT * FROM (
        SELECT event, count() AS stored, uniqExact(message_id) AS ids FROM events GROUP BY event
      ) AS e FULL OUTER JOIN (
        SELECT event, toUInt64(sum(hits)) AS hits FROM events_daily GROUP BY event
      ) AS d ON e.event = d.event
      WHERE stored != {each:UInt64} OR ids != {each:UInt64} OR hits != {each:UInt64}`,
      { each: EVENTS_PER_BATCH },
    );
    expect(wrong.data).toEqual([]);
    const total = (table: string, sum: string) =>
      database.query(`SELECT toUInt64(${sum}) AS n FROM ${table}`);
    const n = answered.size * EVENTS_PER_BATCH;
    expect((await total('events', 'count()')).data).toEqual([{ n }]);
    expect((await total('sessions_daily', 'sum(events)')).data).toEqual([{ n }]);
  } finally {
    await database.close();
  }
};

const readEverything = async (): Promise<Map<string, number>> => {
  const all = new Map<string, number>();
  for (let offset = 0; ; offset += 1_000) {
    const response = await fetch(`${server.url}/v0/top_events?limit=1000&offset=${offset}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { event: string; hits: number }[] };
    for (const { event, hits } of data) all.set(event, hits);
    if (data.length < 1_000) return all;
  }
};
