// The lifecycle stage of a wallet on both sides of each limit (decision N-23).
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
/** The last millisecond of a day, so that all times of one day have the same age in days. */
const NOW = Date.UTC(2026, 5, 15, 23, 59, 59, 999);
const DAY_MS = 86_400_000;
let profiles: ProfilesUnderTest;

/** The expected stage, and the ages in days of its events, alternately at the end and the start of a day. */
const CASES: readonly (readonly [stage: string, ...ages: number[]])[] = [
  ['Churned', 30],
  ['Churned', 60, 31, 30],
  ['New', 29],
  ['New', 0],
  ['New', -1],
  ['New', 29, 20, 10, 5, 1, 0],
  ['Returning', 30, 29, 3, 2, 1],
  ['Power user', 30, 29, 3, 2, 1, 0],
  ['Power user', 30, 4, 3, 2, 1, 0],
  ['Power user', 90, 4, 3, 2, 1, 0],
  ['Returning', 30, 1],
  ['Resurrected', 31, 1],
  ['Resurrected', 59, 29],
  ['Resurrected', 90, 29, 28],
  // It came back earlier, and has been active since.
  ['Returning', 90, 59, 30, 13],
  ['Resurrected', 90, 60, 30, 0],
  ['At Risk', 30, 14],
  ['Returning', 30, 13],
  ['At Risk', 60, 31, 14],
];

beforeAll(async () => {
  profiles = await startProfiles(() => NOW);
  cleanUp(profiles.close);
  await profiles.store(
    CASES.flatMap(([, ...ages], index) =>
      ages.map((age, at) => ({
        at: NOW - age * DAY_MS - (at % 2 === 0 ? 0 : DAY_MS - 1),
        address: wallet(index + 1),
      })),
    ),
  );
});

describe.each(CASES.map((one, index) => [one, getAddress(wallet(index + 1))] as const))(
  '%j',
  ([stage], address) => {
    it.each(['?project_id=prj_1', ''])(
      'is the stage of a profile and a search%s',
      async (query) => {
        const { body } = await profiles.call('GET', `/v0/profiles/${address}${query}`);
        expect(body.lifecycle).toBe(stage);
        const conditions = [{ field: 'users.lifecycle', op: 'eq', value: stage }];
        const path = `/v0/profiles${query}${query ? '&' : '?'}address=${address}`;
        const found = await profiles.call('POST', path, { conditions });
        expect(found.body.data).toMatchObject([{ lifecycle: stage }]);
      },
    );
  },
);
