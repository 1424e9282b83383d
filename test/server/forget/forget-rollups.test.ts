// After a person is deleted, the daily rollups match the events of the others.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createDaySums, type DaySums } from '../../../src/server/forget/day-sums.js';
import { EVER } from '../../../src/server/forget/person-sql.js';
import { createCleanup } from '../../support/cleanup.js';
import {
  type ProfilesUnderTest,
  type Sent,
  startProfiles,
  wallet,
} from '../profiles/profiles-under-test.js';
import { expectTrueSums } from './true-sums.js';

const cleanUp = createCleanup();
let profiles: ProfilesUnderTest;

const event = (at: string, anonymous_id: string, more: Partial<Sent> = {}): Sent => ({
  ...{ at: `${at}:00.000Z`, anonymous_id, type: 'page', session_id: anonymous_id },
  ...{ context: { utm_source: anonymous_id }, properties: { revenue: 1 } },
  ...more,
});

/** Without session ids, visitors with the same network and browser share a session. */
const SHARED = { session_id: 'shared' };

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
  await profiles.store([
    event('2026-01-10T10:00', 'alice', { user_id: 'al', ...SHARED }),
    event('2026-01-10T11:00', 'bob', SHARED),
    event('2026-01-10T12:00', 'bob', { address: wallet(7) }),
    event('2026-01-11T10:00', 'alice', { address: wallet(7), type: 'connect' }),
    event('2026-01-11T10:01', 'alice', { channel: 'server', session_id: null }),
    event('2026-01-11T11:00', 'bob', { channel: 'server', session_id: null }),
    event('2026-02-01T10:00', 'alice', { user_id: 'al', address: wallet(8) }),
    event('2026-02-01T11:00', 'bob'),
    // A visit that she had on another of her days.
    event('2026-02-01T11:30', 'bob', SHARED),
    event('2026-02-01T12:00', 'bob', { project: 'prj_theirs', user_id: 'al', address: wallet(8) }),
  ]);
});

const visits = async () =>
  (
    await profiles.database.query<{ visit: string }>(
      'SELECT DISTINCT toString(visit) AS visit FROM sessions_daily',
    )
  ).data.map(({ visit }) => visit);

/** The sums and the number of identities of each wallet. */
const known = async () =>
  (
    await profiles.database.query(
      `SELECT project_id, wallet, sum(p.events) AS events, sum(p.revenue) AS revenue,
         (SELECT count() FROM wallet_identity AS i FINAL WHERE i.wallet = p.wallet) AS identities
       FROM wallet_profiles AS p GROUP BY project_id, wallet ORDER BY project_id, wallet`,
    )
  ).data;

const NOTE = 'unfinished-deletion.json';

/** Starts rebuilding without Alice, fails at a statement, and finishes by the note if there is one. */
const makeAnewCutShort = async (
  what: Parameters<DaySums['makeAnew']>[0],
  statements: number,
  isNoted = true,
): Promise<void> => {
  const { database, directory } = profiles;
  let count = 0;
  const dying = createDaySums(
    {
      execute: async (sql, params) => {
        if (++count > statements - 1) throw new Error('The engine is gone.');
        await database.execute(sql, params);
      },
    },
    directory,
  );
  const alice = { wallets: [], anonymous: ['alice'], users: [], until: EVER };
  await expect(dying.makeAnew(what, alice)).rejects.toThrow('The engine is gone.');
  // Only the owner can read the note.
  const modes = (await readdir(directory))
    .filter((name) => name === NOTE)
    .map(async (name) => (await stat(join(directory, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual(isNoted ? [0o600] : []);
  await createDaySums(database, directory).finish();
  // Finishing again does nothing.
  count = 0;
  await dying.finish();
  expect(count).toBe(0);
};

/** The statements that make the new rows, and those that put them in the place of the old ones. */
const [STAGING, REPLACING] = [9, 7];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it.each(upTo(STAGING + REPLACING))(
  'interrupted at statement %i of the daily sums is finished later',
  async (statements) => {
    const months = [
      { first: '2026-01-10', last: '2026-01-11', days: ['2026-01-10', '2026-01-11'] },
      { first: '2026-02-01', last: '2026-02-01', days: ['2026-02-01'] },
    ];
    const all = await visits();
    const what = {
      projects: ['prj_1'],
      months: months.map((month) => ({ ...month, visits: all })),
    };
    await makeAnewCutShort(what, statements, statements > STAGING);
    await expectTrueSums(profiles.database);
  },
);

it.each([1, 2, 3, 4, 5, 6])(
  'interrupted at statement %i of the wallets is finished later',
  async (statements) => {
    const shared = { projects: ['prj_1'], affected: [wallet(7), wallet(8)] };
    const before = await known();
    await makeAnewCutShort(shared, statements);
    await expectTrueSums(profiles.database);
    expect(await known()).toEqual(before);
    expect(before).toMatchObject([{ wallet: wallet(7) }, { wallet: wallet(8) }, {}]);
  },
);

it.each([{ user_id: 'al' }, { address: wallet(7) }, { anonymous_id: 'alice' }])(
  'removes %j from the rollups, and no other',
  async (person) => {
    const { status } = await profiles.call('POST', '/v0/forget?project_id=prj_1', person);
    expect(status).toBe(200);
    await expectTrueSums(profiles.database);
  },
);
