// The snapshot of profiles does not depend on the size of the portions in which it is made.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSnapshotStore } from '../../../src/server/profiles/snapshot-store.js';
import { createCleanup } from '../../support/cleanup.js';
import { startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const WALLETS = 40;
const PROJECTS = ['prj_1', 'prj_2'];

it('has each wallet of each project once, with portions of any size', async () => {
  const { database, load, close } = await startProfiles();
  cleanUp(close);
  const numbers = Array.from({ length: WALLETS }, (_, number) => number);
  await load(
    'wallet_imports',
    numbers.flatMap((number) =>
      // Every third wallet is in both projects.
      PROJECTS.filter((_, index) => number % 3 === 0 || number % 2 === index).map((project_id) => ({
        project_id,
        wallet: wallet(number * 7919),
      })),
    ),
  );
  await load(
    'wallet_enrichment',
    numbers.map((number) => ({ wallet: wallet(number * 7919), net_worth_usd: number })),
  );
  const rows = async () =>
    (
      await database.query<{ project_id: string; wallet: string }>(
        'SELECT project_id, wallet, net_worth_usd FROM profiles ORDER BY project_id, wallet',
      )
    ).data;
  await createSnapshotStore(database).takeUp(0);
  const whole = await rows();
  expect(whole.length).toBeGreaterThan(WALLETS);

  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 9, max: WALLETS + 2 }), async (atOnce) => {
      await database.execute('TRUNCATE TABLE profiles');
      await createSnapshotStore(database, atOnce).takeUp(0);
      expect(await rows()).toEqual(whole);
    }),
    { numRuns: 3, examples: [[WALLETS], [WALLETS - 1]] },
  );
});

it('replaces rows that were made by a clock ahead of the present one', async () => {
  const { database, load, store, close } = await startProfiles();
  cleanUp(close);
  const revenues = async () =>
    (await database.query<{ revenue: number }>('SELECT revenue FROM profiles FINAL')).data;
  const sent = { at: Date.now(), address: wallet(1), event: 'swap', properties: { revenue: 1 } };
  await store([sent]);
  const [row] = (await database.query<Record<string, unknown>>('SELECT * FROM profiles FINAL'))
    .data;
  await load('profiles', [{ ...row, version: Date.now() + 3_600_000 }]);
  await store([sent]);
  expect(await revenues()).toEqual([{ revenue: 2 }]);
});
