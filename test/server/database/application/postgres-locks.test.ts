// What processes on one Postgres server do beside each other, and what they do not.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import { startPostgres } from '../../../support/postgres.js';

const cleanUp = createCleanup();
let url: string;
let one: PostgresApplication;
let two: PostgresApplication;

beforeAll(async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  url = postgres.newDatabase();
  [one, two] = [await openPostgres({ url }), await openPostgres({ url })];
  cleanUp(one.close);
  cleanUp(two.close);
});

const waiting = async (): Promise<number> => {
  const [row] = await one.query<{ count: number }>(
    "SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
  );
  return row?.count ?? 0;
};

it('rounds run beside each other, and never beside what runs between them', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const round = (process: PostgresApplication, name: string) =>
    process.exclusively('rounds', () => {
      order.push(`${name} begins`);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const rounds = [round(one, 'a'), round(two, 'b')];
  await eventually(() => ends.length === 2);
  const deletion = one.exclusively('betweenRounds', async () => void order.push('deleted'));
  await eventually(async () => (await waiting()) === 1);
  const later = round(two, 'later');
  await eventually(async () => (await waiting()) === 2);
  for (const end of ends) end();
  await Promise.all([...rounds, deletion]);
  await eventually(() => ends.length === 3);
  ends[2]?.();
  await later;
  expect(order.slice(0, 2).sort()).toEqual(['a begins', 'b begins']);
  expect(order.slice(2)).toEqual(['deleted', 'later begins']);
});

it('what runs alone is told when its lock is lost, and is not taken for done', async () => {
  let end = (): void => {};
  let isLost = (): boolean => false;
  const first = one.exclusively('loads', async (lost) => {
    isLost = () => lost.aborted;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const rejected = expect(first).rejects.toMatchObject({
    name: 'DatabaseUnavailableError',
    message: expect.stringContaining('terminating connection'),
  });
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted";
  await eventually(async () => (await two.query(cut)).length === 1);
  await eventually(() => isLost());
  expect(await two.exclusively('loads', async (lost) => lost.aborted)).toBe(false);
  end();
  await rejected;
});

it('a lock is held for longer than the server lets sessions say nothing', async () => {
  await one.query(
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET idle_session_timeout TO 200`,
  );
  const later = await openPostgres({ url });
  cleanUp(later.close);
  const isLost = await later.exclusively('loads', async (lost) => {
    const bystander = new pg.Client({ connectionString: url });
    bystander.on('error', () => {});
    await bystander.connect();
    // It was idle for a shorter time than what holds the lock.
    await new Promise((resolve) => bystander.once('end', resolve));
    return lost.aborted;
  });
  expect(isLost).toBe(false);
});

/** Linux's table of connections: the remote end, the state, and which timer runs. */
const CONNECTION = /^ *\d+: \S+ [0-9A-F]+:([0-9A-F]{4}) (\S+) \S+ (\S\S):/gm;
const [ESTABLISHED, KEEPALIVE] = ['01', '02'];

it('a server whose machine is gone is noticed, also by who only holds a lock or waits for one', async () => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const timers = async () => {
    const found = (await readFile('/proc/net/tcp', 'utf8')).matchAll(CONNECTION);
    return [...found].flatMap(([, remote, state, timer]) =>
      remote === port && state === ESTABLISHED ? [timer] : [],
    );
  };
  // Another timer runs for as long as what was sent is on its way.
  await one.exclusively('loads', () =>
    eventually(async () => expect(new Set(await timers())).toEqual(new Set([KEEPALIVE]))),
  );
});
