// Searches compare sums as profiles show them, without floating point errors.
import { getAddress } from 'ethers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainNumber } from '../../../src/protocol/plain-number.js';
import type { ProfileOperator } from '../../../src/protocol/profiles/search.js';
import { doublesShownAs } from '../../../src/server/profiles/shown-doubles.js';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
let profiles: ProfilesUnderTest;

describe('the doubles that are shown as the same number', () => {
  it('include the result of adding up parts', () => {
    const { least, most } = doublesShownAs(0.3);
    expect(most).toBeGreaterThanOrEqual(0.1 + 0.2);
    expect(least).toBeLessThan(0.3);
    expect(doublesShownAs(-0.3)).toEqual({ least: -most, most: -least });
    expect(doublesShownAs(0.1 + 0.2)).toEqual({ least, most });
    for (const alone of [0, 2 ** 53, Number.MAX_VALUE]) {
      expect(doublesShownAs(alone)).toEqual({ least: alone, most: alone });
    }
  });

  it('are exactly those between the limits', () => {
    const aNumber = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
      fc.integer({ min: 9e14, max: 5e15 }).map((whole) => whole + 0.375),
    );
    fc.assert(
      fc.property(aNumber, fc.double({ min: -9e-15, max: 9e-15 }), (value, apart) => {
        const { least, most } = doublesShownAs(value);
        for (const other of [value, least, most, value * (1 + apart), value * (1 - 3e-16)]) {
          const isWithin = least <= other && other <= most;
          expect(isWithin).toBe(plainNumber(other) + 0 === plainNumber(value) + 0);
        }
      }),
    );
  });
});

describe('conditions on sums', () => {
  /** Ten tenths add up to 0.9999999999999999, and 0.1 + 0.7 to 0.7999999999999999. */
  const TENTHS = { sum: 1, parts: Array.from({ length: 10 }, () => 0.1), address: wallet(0xa1) };
  const EIGHT = { sum: 0.8, parts: [0.1, 0.7], address: wallet(0xa2) };
  const SUMS = [TENTHS, EIGHT, { sum: 3, parts: [3], address: wallet(0xa3) }];

  beforeAll(async () => {
    profiles = await startProfiles(() => Date.UTC(2026, 5, 15, 12));
    cleanUp(profiles.close);
    await profiles.load('wallet_enrichment', [
      {
        wallet: TENTHS.address,
        tokens: TENTHS.parts.map((part, index) => token(String(index), String(part))),
      },
    ]);
    for (const { address, parts } of SUMS) {
      await profiles.store(
        parts.map((amount, index) => ({
          at: `2026-06-02T10:00:${10 + index}.000Z`,
          address,
          session_id: `s${index}`,
          properties: { revenue: amount, volume: -amount, points: amount },
        })),
      );
    }
  });

  const token = (chain_id: string, balance: string) => ({
    ...{
      chain_id,
      token_address: getAddress(wallet(0xaaa)),
      app_id: '',
      name: 'T',
      symbol: 'T',
      img: null,
    },
    ...{ decimals: 18, price: 1, balance, balance_usd: 1 },
  });

  const found = async (field: string, op: ProfileOperator, value: number | readonly number[]) => {
    const body = { conditions: [{ field, op, value }] };
    const { body: answer } = await profiles.call('POST', '/v0/profiles', body);
    expect(answer).not.toHaveProperty('error');
    return answer.data.map(({ address }: { address: string }) => address.toLowerCase()).sort();
  };
  const whose = (holds: (sum: number) => boolean) =>
    SUMS.filter(({ sum }) => holds(sum)).map(({ address }) => address);

  const HOLDS: Readonly<Record<string, (sum: number, value: number) => boolean>> = {
    eq: (sum, value) => sum === value,
    neq: (sum, value) => sum !== value,
    gt: (sum, value) => sum > value,
    gte: (sum, value) => sum >= value,
    lt: (sum, value) => sum < value,
    lte: (sum, value) => sum <= value,
  };

  it.each(Object.keys(HOLDS))('compare shown numbers with %s', async (op) => {
    for (const value of [0, 0.8, 1, 3]) {
      const expected = whose((sum) => HOLDS[op]?.(sum, value) ?? false);
      expect(await found('users.revenue', op as ProfileOperator, value)).toEqual(expected);
      expect(await found('users.points', op as ProfileOperator, value)).toEqual(expected);
      const mirrored = whose((sum) => HOLDS[op]?.(-sum, -value) ?? false);
      expect(await found('users.volume', op as ProfileOperator, -value)).toEqual(mirrored);
    }
  });

  it('compare shown numbers with lists', async () => {
    expect(await found('users.revenue', 'in', [1, 3])).toEqual(whose((sum) => sum !== 0.8));
    expect(await found('users.revenue', 'nin', [1, 3])).toEqual(whose((sum) => sum === 0.8));
    expect(await found('users.revenue', 'in', [3, 0.1 + 0.7, 0.8, -5])).toEqual(
      whose((sum) => sum !== 1),
    );
    expect(await found('users.num_sessions', 'in', [10, 2])).toEqual(whose((sum) => sum !== 3));
    expect(await found('users.num_sessions', 'eq', 10)).toEqual([TENTHS.address]);
    expect(await found('users.num_sessions', 'eq', 1.5)).toEqual([]);
    expect(await found(`tokens.${wallet(0xaaa)}.balance`, 'eq', 1)).toEqual([TENTHS.address]);
    expect(await found(`tokens.${wallet(0xaaa)}.balance`, 'gt', 0.999)).toEqual([TENTHS.address]);
  });
});
