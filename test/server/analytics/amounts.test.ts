// Sums of amounts have no rounding errors that depend on the order of addition: 0.1 + 0.2 is 0.3.
import { expect, it } from 'vitest';
import { day, useAnalytics } from './analytics-under-test.js';

const analytics = useAnalytics();
const WALLET = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const AMOUNTS = [0.1, 0.2, 19.99, 1e-9, 512.4, 2_814.05];
const TOTAL = 3_346.740000001;

it('gives the same exact sum for any order of the amounts', async () => {
  await analytics.store(
    [...AMOUNTS, ...AMOUNTS.toReversed()].map((revenue, index) => ({
      at: day('2026-01-15') + index,
      session_id: 's1',
      address: WALLET,
      project: index < AMOUNTS.length ? 'one' : 'other',
      context: { page_path: '/' },
      properties: { revenue },
    })),
  );
  for (const project of ['one', 'other']) {
    const kpis = await analytics.ask('kpis', { date_from: '2026-01-01' }, [project]);
    expect(kpis.data).toMatchObject([{ revenue: TOTAL }]);
    const wallets = await analytics.ask('topWallets', { date_from: '2026-01-01' }, [project]);
    expect(wallets.data).toMatchObject([{ revenue: TOTAL }]);
  }
});

/** Sums of the same three amounts, of which the engine makes 0.6 or 0.6000000000000001. */
const EQUAL = Array.from({ length: 40 }, (_, index) => ({
  address: `0x${index.toString(16).padStart(40, '0')}`,
  utm_source: `source-${String(index).padStart(2, '0')}`,
  amounts: index % 2 === 0 ? [0.3, 0.2, 0.1] : [0.1, 0.2, 0.3],
}));

it('orders wallets with equal sums by address, and groups by name', async () => {
  await analytics.store(
    EQUAL.flatMap(({ address, utm_source, amounts }) =>
      amounts.map((revenue, index) => ({
        ...{ at: day('2026-01-15') + index, project: 'ties', address, context: { utm_source } },
        properties: { revenue, volume: revenue, points: revenue },
      })),
    ),
  );
  const days = { date_from: '2026-01-01' };
  for (const order_by of ['revenue', 'volume', 'points'] as const) {
    const found: string[] = [];
    for (let offset = 0; offset < EQUAL.length; offset += 15) {
      const page = { ...days, order_by, limit: 15, offset };
      const { data } = await analytics.ask('topWallets', page, ['ties']);
      found.push(...data.map(({ address }) => address));
    }
    expect(found).toEqual(found.toSorted());
    expect(new Set(found).size).toBe(EQUAL.length);
  }
  for (const rank_by of ['revenue', 'volume'] as const) {
    const query = { ...days, group_by: 'utm_source' as const, limit: 10, rank_by };
    const { data } = await analytics.ask('revenueOverview', query, ['ties']);
    expect(data.map((row) => row.utm_source).sort()).toEqual([
      'Others',
      ...EQUAL.slice(0, 10).map(({ utm_source }) => utm_source),
    ]);
  }
});
