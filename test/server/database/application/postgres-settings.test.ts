// What is set for a Postgres server, a database or a user does not change how statements end.
import { beforeAll, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { eventually } from '../../../support/eventually.js';
import { startPostgres } from '../../../support/postgres.js';

const cleanUp = createCleanup();
let application: PostgresApplication;

const SETTINGS = [
  "lock_timeout = '1ms'",
  "statement_timeout = '1min'",
  "idle_session_timeout = '1min'",
  "default_transaction_isolation = 'repeatable read'",
];

beforeAll(async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  const url = postgres.newDatabase();
  const before = await openPostgres({ url });
  for (const setting of SETTINGS) {
    await before.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`);
  }
  await before.close();
  application = await openPostgres({ url });
  cleanUp(application.close);
  await application.query('CREATE TABLE counts (n int)');
  await application.query('INSERT INTO counts VALUES (0)');
});

it('a statement waits for the lock of another, then sees what that changed', async () => {
  let waiting: Promise<unknown> | undefined;
  await application.transaction(async (sql) => {
    await sql.query('UPDATE counts SET n = n + 1');
    waiting = application.query('UPDATE counts SET n = n + 1');
    // Observed below.
    waiting.catch(() => {});
    // Longer than the lock_timeout of the database.
    await eventually(async () =>
      expect(
        await application.query(
          `SELECT pid FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '50ms'`,
        ),
      ).toHaveLength(1),
    );
  });
  await waiting;
  expect(await application.query('SELECT n FROM counts')).toEqual([{ n: 2 }]);
});

it('an idle connection is left to the pool', async () => {
  expect(await application.query('SHOW idle_session_timeout')).toEqual([
    { idle_session_timeout: '0' },
  ]);
});
