// A released migration must not change: it does not run twice, so schemas of one version would differ.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { analyticsMigrations } from '../../../src/server/database/analytics/analytics-migrations.js';
import { SINGLE_STORAGE } from '../../../src/server/database/analytics/table-storage.js';
import { applicationMigrations } from '../../../src/server/database/application/application-migrations.js';
import type { Migration } from '../../../src/server/database/ports.js';

/** Digests of the statements, including comments and spaces. To change a schema, append a new migration. */
const digests = (migrations: readonly Migration[]) =>
  Object.fromEntries(
    migrations.map(({ id, statements }) => [
      id,
      createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 12),
    ]),
  );

it('the migrations of the analytics database are unchanged', () => {
  expect(digests(analyticsMigrations(SINGLE_STORAGE))).toMatchInlineSnapshot(`
    {
      "0001-events": "db2e0f6080bc",
      "0002-enrichment": "3deb2951b958",
      "0003-rollups": "c720797f1867",
      "0004-profiles": "4d33eace9338",
      "0005-received-by": "b48ce1e2c3c3",
      "0006-stored-at": "6a304ef59736",
      "0007-read-less": "b1f8296085ef",
      "0008-utc-day": "0cd5ecf00e34",
      "0009-shown-profiles": "3e0ad6a8e8e3",
      "0012-searched-profiles": "82ed361c4e4e",
      "0013-merged-profiles": "13f1a716287e",
      "0014-forget-mutations": "13d6ea727cbf",
      "0015-order-by-id": "4c3d8edc24a8",
      "0016-staged-rollups": "a82092a2881c",
      "0017-latest-place": "1f0d9a9aa1c5",
    }
  `);
});

it('the migrations of the application database are unchanged', () => {
  expect(digests(applicationMigrations)).toMatchInlineSnapshot(`
    {
      "0001-workspaces": "b9c27f8bd83a",
      "0002-idempotency": "feabd455976d",
      "0003-boards": "26e651c9a7ed",
      "0004-alerts": "c7efc203db2d",
      "0005-contracts": "84cecbae896f",
      "0006-segments": "fec51c4375e0",
      "0007-payments": "45d29f757370",
      "0008-orphan-days": "59b13e80a727",
      "0009-payers": "23927524dbf9",
      "0010-chart-order": "f5a8dbeb6c53",
      "0011-deletions": "22b120204824",
      "0012-unfinished-loads": "838d14a9aa99",
      "0013-orphan-age": "744dac365d51",
    }
  `);
});
