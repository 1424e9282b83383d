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
