// Idempotency-Key with two real server processes: only one of them does a write that is sent to both.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type ServerIndex, type ServerPair, startServerPair } from '../../support/server-pair.js';
import { type Call, keyedOperations, validCall } from '../../support/valid-calls.js';
import { openWorkspace, type TestWorkspace } from './workspace.js';

const cleanUp = createCleanup();
const SENDS: readonly ServerIndex[] = [0, 1, 0, 1, 0, 1];
let pair: ServerPair;
let workspace: TestWorkspace;
let database: PostgresApplication;

beforeAll(async () => {
  pair = await startServerPair(cleanUp, { RATE_LIMIT_PER_SECOND: '0' });
  database = await openPostgres({ url: pair.applicationUrl });
  cleanUp(() => database.close());
  workspace = await openWorkspace(pair, 'ours');
});

const send = async (index: ServerIndex, key: string, call: Call) => {
  const response = await workspace.ask(index, call, { 'idempotency-key': key });
  const text = await response.text();
  return {
    status: response.status,
    text,
    code: text === '' ? undefined : JSON.parse(text).error?.code,
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  };
};

const countBoards = async (title: string): Promise<unknown> =>
  (await database.query('SELECT count(*) AS total FROM boards WHERE title = $1', [title]))[0];

const writes = keyedOperations.filter(([, { idempotent }]) => idempotent);

describe.each(writes)('%s, sent to both processes at once with one key', (operation, route) => {
  it('is done once, replayed by both, and the key is refused for another request', async () => {
    const call = validCall(operation, await workspace.makeResources());
    const key = crypto.randomUUID();
    const answers = await Promise.all(SENDS.map((index) => send(index, key, call)));
    const [done, ...more] = answers.filter(
      ({ status, isReplay }) => status === route.status && !isReplay,
    );
    expect(more).toEqual([]);
    for (const answer of answers.filter((one) => one !== done)) {
      if (answer.isReplay) expect(answer).toEqual({ ...done, isReplay: true });
      else expect(answer).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    }
    for (const index of [0, 1] as const) {
      expect(await send(index, key, call)).toEqual({ ...done, isReplay: true });
      const other = { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}a=1` };
      expect(await send(index, key, other)).toMatchObject({
        status: 400,
        code: 'INVALID_IDEMPOTENCY_KEY',
      });
    }
  });
});

it('creates one board per key', async () => {
  const call = { method: 'POST', path: '/v0/boards', body: { title: 'counted' } };
  for (const key of ['one', 'two']) {
    await Promise.all(SENDS.map((index) => send(index, key, call)));
  }
  expect(await countBoards('counted')).toEqual({ total: 2 });
});

it('a process that is killed while it holds a key leaves only a lock, which expires', async () => {
  const call = { method: 'POST', path: '/v0/boards', body: { title: 'interrupted' } };
  const isHeld = async () =>
    (await database.query("SELECT 1 FROM idempotency_keys WHERE key = 'interrupted'")).length === 1;
  await database.transaction(async (sql) => {
    // Creating a board waits for this lock.
    await sql.query('SELECT id FROM projects FOR UPDATE');
    const lost = send(1, 'interrupted', call).catch(() => 'lost');
    await eventually(isHeld);
    await pair.kill(1);
    expect(await lost).toBe('lost');
  });
  expect(await send(0, 'interrupted', call)).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  expect(await countBoards('interrupted')).toEqual({ total: 0 });
  // Lets the lock, which lasts a minute, expire.
  await database.query(
    "UPDATE idempotency_keys SET locked_until = now() WHERE key = 'interrupted'",
  );
  expect(await send(0, 'interrupted', call)).toMatchObject({ status: 201, isReplay: false });
  await pair.start(1);
  expect(await send(1, 'interrupted', call)).toMatchObject({ status: 201, isReplay: true });
  expect(await countBoards('interrupted')).toEqual({ total: 1 });
});
