// A connection that the Postgres server ends in the middle of a transaction.
import { beforeAll, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startPostgres } from '../../../support/postgres.js';

const cleanUp = createCleanup();
let application: PostgresApplication;
let other: PostgresApplication;

beforeAll(async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  const url = postgres.newDatabase();
  [application, other] = [await openPostgres({ url }), await openPostgres({ url })];
  cleanUp(application.close);
  cleanUp(other.close);
});

it('fails the transaction alone, whether it waits or runs a statement', async () => {
  const idle = application.transaction(async (sql) => {
    const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // The answer comes once the backend is gone (`pg_terminate_backend` waits up to that many milliseconds).
    await other.query('SELECT pg_terminate_backend($1, 10000)', [row?.pid ?? 0]);
    await sql.query('SELECT 1');
  });
  await expect(idle).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  const busy = application.transaction(async (sql) => {
    await sql.query('SELECT pg_terminate_backend(pg_backend_pid())');
  });
  await expect(busy).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(await application.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
