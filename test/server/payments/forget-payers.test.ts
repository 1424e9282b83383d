// Stored payments: that they were used is kept, and the payer only until that person is deleted.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { payersMigration } from '../../../src/server/database/application/migrations/0009-payers.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../../../src/server/database/ports.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { composePayments } from '../../../src/server/payments/compose-payments.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { PAYMENTS } from './test-settings.js';

const cleanUp = createCleanup();
const ASKED = '0x00000000000000000000000000000000000000aa';
const PAYER = '0x00000000000000000000000000000000000000Bb';
const OTHER = '0x00000000000000000000000000000000000000cc';

let directory: string;
let application: ApplicationDatabase;

beforeAll(async () => {
  directory = await createTestDirectory(cleanUp);
  application = await openTestApplication({ directory: join(directory, 'application') });
  cleanUp(application.close);
  for (const n of [1, 2]) {
    await application.query(`INSERT INTO workspaces (id, name) VALUES ($1, 'x')`, [`ws_${n}`]);
    await application.query(`INSERT INTO projects (id, workspace_id, name) VALUES ($1, $2, 'x')`, [
      `prj_${n}`,
      `ws_${n}`,
    ]);
  }
});

/** Pays once for the profile of a wallet. */
const pay = async (payer: string) => {
  const gate = composePayments({
    settings: PAYMENTS,
    application,
    publicUrl: () => 'http://127.0.0.1',
    secret: new Uint8Array(32),
    verifier: {
      verify: async () => undefined,
      settle: async ({ requirements: { network } }) => ({
        ...{ success: true, transaction: '0x1', network, payer },
      }),
    },
  });
  const payload = { authorization: { from: payer, nonce: 'n1' } };
  const credential = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
  const header = Buffer.from(JSON.stringify(credential)).toString('base64');
  const entry = await gate.enter({
    url: `/v0/profiles/${ASKED}`,
    headers: { 'x-payment': header },
  });
  await entry.deliver(async () => undefined);
};

/** Deletes a person with an empty analytics database. */
const forget = async (address: string, projectId: string) => {
  const analytics = {
    query: async () => ({ data: [] }),
    execute: async () => {},
  } as unknown as AnalyticsDatabase;
  const service = composeForget({
    analytics,
    application,
    dataDirectory: directory,
    forgotten: await openForgotten(analytics),
    settle: async () => {},
    removeQuarantined: async () => 0,
  });
  await service.forget({ address }, [projectId]);
};

const kept = async () => JSON.stringify(await application.query('SELECT * FROM payments AS p'));

it('stores no address of sold profiles, and the payer only until the payer is deleted', async () => {
  await pay(PAYER);
  await pay(OTHER);
  expect(await kept()).not.toContain(ASKED);
  // A deletion in another workspace, which sells nothing, has no effect.
  await forget(PAYER.toLowerCase(), 'prj_2');
  expect(await kept()).toContain(PAYER);
  await forget(PAYER.toLowerCase(), 'prj_1');
  expect(await kept()).not.toContain(PAYER);
  expect(await kept()).toContain(OTHER);
  await expect(pay(PAYER)).rejects.toThrow('already been used');
});

it('removes addresses of sold profiles that earlier versions stored', async () => {
  await application.query(
    `INSERT INTO payments (id, resource, state, receipt) VALUES ('old', $1, 'settled', $2)`,
    [`http://127.0.0.1/v0/profiles/${ASKED}`, JSON.stringify({ payer: ASKED })],
  );
  for (const statement of payersMigration.statements) await application.query(statement);
  expect(await kept()).not.toContain('/v0/profiles');
  await forget(ASKED, 'prj_1');
  expect(await kept()).not.toContain(ASKED);
});
