// Advisory locks between processes on one Postgres server: what runs in parallel, and what does not.
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

it('rounds run in parallel, but never together with betweenRounds', async () => {
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

it('a lost lock aborts the signal of the work, and rejects', async () => {
  let end = (): void => {};
  let isLost: (() => boolean) | undefined;
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
  // The server shows the lock before its answer arrives; a cut in between would only fail the request for it.
  const isLostNow = await eventually(() => isLost ?? null);
  await two.query(cut);
  await eventually(isLostNow);
  expect(await two.exclusively('loads', async (lost) => lost.aborted)).toBe(false);
  end();
  await rejected;
});

it('a lock is held for longer than the idle_session_timeout of the server', async () => {
  // Long enough that a pause of this process, before the lock turns the limit off, does not exceed it.
  await one.query(
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET idle_session_timeout TO 3000`,
  );
  const later = await openPostgres({ url });
  cleanUp(later.close);
  const isLost = await later.exclusively('loads', async (lost) => {
    const bystander = new pg.Client({ connectionString: url });
    bystander.on('error', () => {});
    await bystander.connect();
    // Once this one has ended, the session with the lock was idle for even longer.
    await new Promise((resolve) => bystander.once('end', resolve));
    return lost.aborted;
  });
  expect(isLost).toBe(false);
});

/** A line in Linux's table of connections: the remote port, the state, and the running timer. */
const CONNECTION = /^ *\d+: \S+ [0-9A-F]+:([0-9A-F]{4}) (\S+) \S+ (\S\S):/gm;
const [ESTABLISHED, KEEPALIVE] = ['01', '02'];

it('connections use TCP keepalive, so that a dead server is noticed also while a lock is held', async () => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const timers = async () => {
    const found = (await readFile('/proc/net/tcp', 'utf8')).matchAll(CONNECTION);
    return [...found].flatMap(([, remote, state, timer]) =>
      remote === port && state === ESTABLISHED ? [timer] : [],
    );
  };
  // While sent data is unacknowledged, another timer runs instead.
  await one.exclusively('loads', () =>
    eventually(async () => expect(new Set(await timers())).toEqual(new Set([KEEPALIVE]))),
  );
});
