// A Postgres server that refuses connections or writes is unavailable, whatever it says; it can be used again once it takes them.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

const cleanUp = createCleanup();
let postgres: TestPostgres;
let url: string;
let application: PostgresApplication;
/** Its user is another one. */
let other: PostgresApplication;

beforeAll(async () => {
  postgres = await startPostgres();
  cleanUp(postgres.stop);
  const own = postgres.newDatabase();
  other = await openPostgres({ url: own });
  cleanUp(other.close);
  await other.query("CREATE ROLE visitor SUPERUSER LOGIN PASSWORD 'first'");
  const visitor = new URL(own);
  [visitor.username, visitor.password] = ['visitor', 'first'];
  url = visitor.href;
});

beforeEach(async () => {
  application = await openPostgres({ url });
  cleanUp(application.close);
});

const UNAVAILABLE = { name: 'DatabaseUnavailableError' };

/** Changes the role, and ends its connections. */
const alterVisitor = async (change: string): Promise<void> => {
  await other.query(`ALTER ROLE visitor ${change}`);
  await other.query(
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'visitor'",
  );
};

const worksAgain = () =>
  eventually(async () =>
    expect(await application.transaction((sql) => sql.query('SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]),
  );

it.each([
  ["PASSWORD 'second'", "PASSWORD 'first'"],
  ['NOLOGIN', 'LOGIN'],
])('a role that cannot log in any more (%s) is no fault of a statement', async (bar, unbar) => {
  await alterVisitor(bar);
  for (const attempt of [
    () => application.query('SELECT 1'),
    () => application.transaction((sql) => sql.query('SELECT 1')),
    () => application.exclusively('loads', async () => {}),
    () => application.forChain(1, async () => {}),
  ]) {
    // The first uses of connections may find that they were closed.
    await eventually(() =>
      expect(attempt()).rejects.toMatchObject({
        ...UNAVAILABLE,
        message: expect.stringContaining('visitor'),
      }),
    );
  }
  await alterVisitor(unbar);
  await worksAgain();
});

it('a certificate file that is missing is named, and the data folder is not blamed for it', async () => {
  const secured = `${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`;
  await expect(openPostgres({ url: secured })).rejects.toMatchObject({
    ...UNAVAILABLE,
    message: expect.stringContaining("'/nowhere/ca.crt'"),
  });
});

it('a standby refuses transactions until it is promoted', async () => {
  await postgres.becomeStandby();
  await eventually(async () => expect(await application.query('SELECT 1 AS one')).toHaveLength(1));
  await expect(application.transaction((sql) => sql.query('SELECT 1'))).rejects.toMatchObject(
    UNAVAILABLE,
  );
  await eventually(() => other.query('SELECT pg_promote()'));
  await worksAgain();
});
