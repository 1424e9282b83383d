// The embedded application database reuses the space of deleted rows, like the autovacuum of a Postgres server.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { openTestApplication } from './open-test-application.js';

const cleanUp = createCleanup();
const ROWS = 5_000;

it('reuses the space of deleted rows, and updates the statistics of a table', async () => {
  const directory = join(await createTestDirectory(cleanUp), 'application');
  const database = await openTestApplication({ directory });
  cleanUp(() => database.close());
  await database.query('CREATE TABLE "Passing by" (id TEXT PRIMARY KEY, text TEXT)');
  const fill = (round: number) =>
    database.query(
      `INSERT INTO "Passing by" SELECT $1 || n, repeat('x', 200) FROM generate_series(1, ${ROWS}) n`,
      [`${round}-`],
    );
  const sizes: number[] = [];
  for (let round = 0; round < 4; round++) {
    await fill(round);
    await database.tidy();
    const [row] = await database.query<{ size: number; rows: number }>(
      `SELECT pg_total_relation_size(oid)::int AS size, reltuples::int AS rows
      FROM pg_class WHERE relname = 'Passing by'`,
    );
    expect(row?.rows).toBe(ROWS);
    sizes.push(row?.size ?? 0);
    await database.query('DELETE FROM "Passing by"');
    await database.tidy();
  }
  expect(sizes[3]).toBe(sizes[1]);
});
