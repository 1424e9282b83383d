// Wallets whose sums are shown as equal are ordered by address, whatever the order in which the sums were made.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
let profiles: ProfilesUnderTest;

const AMOUNTS = [0.1, 0.2, 0.3, 0.7];
/** Added up from the left, they make 1.3 or 1.2999999999999998, and 0.3 or 0.30000000000000004. */
const EQUAL = Array.from({ length: 24 }, (_, index) => ({
  address: wallet(0xb00 + index),
  amounts: [...AMOUNTS.slice(index % 4), ...AMOUNTS.slice(0, index % 4)],
}));

beforeAll(async () => {
  profiles = await startProfiles(() => Date.UTC(2026, 5, 15, 12));
  cleanUp(profiles.close);
  for (let part = 0; part < AMOUNTS.length; part += 1) {
    await profiles.store(
      EQUAL.map(({ address, amounts: { [part]: amount } }, index) => ({
        ...{ at: `2026-06-02T10:00:0${part}.000Z`, address, session_id: 's' },
        // Half of the wallets have their last amount in another project.
        project: part === 3 && index < 12 ? 'prj_2' : 'prj_1',
        properties: { revenue: amount, volume: amount, points: amount },
      })),
    );
  }
});

it.each(['revenue', 'volume', 'points'])('of %s, in all projects', async (order) => {
  for (const direction of ['asc', 'desc']) {
    const query = `order_by=${order}&order_dir=${direction}`;
    const { body } = await profiles.call('POST', `/v0/profiles?${query}`, {});
    const sums = new Set(body.data.map((one: Record<string, number>) => one[order]));
    expect(sums).toEqual(new Set([1.3]));
    expect(body.data.map(({ address }: { address: string }) => address.toLowerCase())).toEqual(
      EQUAL.map(({ address }) => address),
    );
  }
});

it.each(['revenue', 'volume', 'points'])('of %s, in one project', async (order) => {
  const query = `order_by=${order}&project_id=prj_1`;
  const { body } = await profiles.call('POST', `/v0/profiles?${query}`, {});
  const found: Record<string, string[]> = {};
  for (const one of body.data) found[one[order]] = [...(found[one[order]] ?? []), one.address];
  expect(found[1.3]).toHaveLength(12);
  for (const addresses of Object.values(found)) {
    const lower = addresses.map((address) => address.toLowerCase());
    expect(lower).toEqual(lower.toSorted());
  }
});
