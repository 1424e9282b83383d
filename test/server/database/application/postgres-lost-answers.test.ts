// A Postgres server whose answers get lost on their way, on connections that stay open; and one that can only be read.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import { startPostgres } from '../../../support/postgres.js';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.js';

const cleanUp = createCleanup();
let proxy: TcpProxy;
let application: PostgresApplication;
/** Reaches the server without the proxy. */
let other: PostgresApplication;

beforeAll(async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  const url = postgres.newDatabase();
  other = await openPostgres({ url });
  cleanUp(other.close);
  proxy = await startTcpProxy(url);
  cleanUp(proxy.stop);
  application = await openPostgres({ url: proxy.url, statementTimeoutMs: 3_000 });
  cleanUp(application.close);
});

beforeEach(() => {
  proxy.answers = 'pass';
});

const UNAVAILABLE = { name: 'DatabaseUnavailableError' };
/** As many as there are connections. */
const atOnce = <T>(work: () => Promise<T>) =>
  Promise.allSettled(Array.from({ length: 10 }, () => work()));

it('lost answers fail statements and transactions, whose connections others can replace', async () => {
  // Each takes a while, so that all connections are opened.
  await atOnce(() => application.query('SELECT pg_sleep(0.2)'));
  proxy.answers = 'lose';
  const lost = await atOnce(() => application.query('SELECT 1'));
  expect(lost).toEqual(
    lost.map(() => ({ status: 'rejected', reason: expect.objectContaining(UNAVAILABLE) })),
  );
  proxy.answers = 'pass';
  await eventually(async () =>
    expect(await application.query('SELECT 1 AS one')).toEqual([{ one: 1 }]),
  );

  const cut = application.transaction(async (sql) => {
    await sql.query('SELECT 1');
    proxy.answers = 'lose';
    await sql.query('SELECT 1');
  });
  await expect(cut).rejects.toMatchObject(UNAVAILABLE);
  proxy.answers = 'pass';
  expect(await application.transaction((sql) => sql.query('SELECT 2 AS two'))).toEqual([
    { two: 2 },
  ]);
});

it('lost answers make it not ready for as long as they get lost', async () => {
  await eventually(async () => expect(await application.isReady()).toBe(true));
  proxy.answers = 'lose';
  expect(await application.isReady()).toBe(false);
  proxy.answers = 'pass';
  await eventually(async () => expect(await application.isReady()).toBe(true));
});

it('a lost answer fails all further statements of its transaction, without asking', async () => {
  const cut = application.transaction(async (sql) => {
    await sql.query('SELECT 1');
    proxy.answers = 'lose';
    const first = await sql.query('SELECT 1').catch((error) => error);
    proxy.answers = 'pass';
    await expect(sql.query('ROLLBACK TO SAVEPOINT inner')).rejects.toBe(first);
    throw first;
  });
  await expect(cut).rejects.toMatchObject(UNAVAILABLE);
});

const attempts = async (): Promise<readonly { at: string }[]> =>
  other.query(
    "SELECT query_start AS at FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = 'advisory'",
  );
const isWaiting = async () => (await attempts()).length === 1;

/** Another process holds the lock until the returned function is called. */
const holdRounds = (): Promise<() => Promise<void>> =>
  new Promise((resolve) => {
    const round: Promise<void> = other.exclusively(
      'betweenRounds',
      () =>
        new Promise<void>((release) => {
          resolve(() => {
            release();
            return round;
          });
        }),
    );
  });

it('a wait for a lock goes on for longer than a statement may take', async () => {
  const release = await holdRounds();
  const round = application.exclusively('rounds', async () => 'done');
  await eventually(isWaiting);
  const [first] = await attempts();
  await eventually(async () => {
    const [now] = await attempts();
    expect(now).toBeDefined();
    expect(now?.at).not.toBe(first?.at);
  });
  await release();
  expect(await round).toBe('done');
});

it('a lost answer fails the wait for a lock, which others can have then', async () => {
  const release = await holdRounds();
  const round = application.exclusively('rounds', async () => 'done');
  await eventually(isWaiting);
  proxy.answers = 'lose';
  await release();
  await expect(round).rejects.toMatchObject(UNAVAILABLE);
  expect(await other.exclusively('betweenRounds', async () => 'mine')).toBe('mine');
});

it('a statement that waits too long for the locks of a transaction that hangs is unavailable', async () => {
  await other.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock(1)');
    await expect(application.query('SELECT pg_advisory_xact_lock(1)')).rejects.toMatchObject(
      UNAVAILABLE,
    );
  });
});

const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
  await other.transaction(async (sql) => {
    await sql.query('SET TRANSACTION READ WRITE');
    const [row] = await sql.query<{ name: string }>('SELECT current_database() AS name');
    await sql.query(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = ${value}`);
  });
  // A connection takes up the setting when it begins.
  await other.query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
};

it('is not ready while the database can only be read', async () => {
  await setReadOnly('on');
  await eventually(async () => expect(await application.query('SELECT 1 AS one')).toHaveLength(1));
  expect(await application.isReady()).toBe(false);
  await setReadOnly('off');
  await eventually(async () => expect(await application.isReady()).toBe(true));
});
