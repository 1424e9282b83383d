// Retracting events: derived rows are deleted while no other work can make them again from old rows.
import { expect, it } from 'vitest';
import { createRetract } from '../../../src/server/contracts/logs/retract-events.js';
import type { AnalyticsResult } from '../../../src/server/database/ports.js';

it('deletes and rebuilds profiles while no process runs a round of profiles', async () => {
  const order: string[] = [];
  const between =
    (what: string) =>
    <T>(work: () => Promise<T>): Promise<T> => {
      order.push(`${what} end`);
      return work().finally(() => order.push(`${what} may begin`));
    };
  const retract = createRetract({
    analytics: {
      query: async <Row>() =>
        ({
          data: [{ wallet: '0x1' }, { wallet: '' }],
        }) as unknown as AnalyticsResult<Row>,
      execute: async (sql) => void order.push(sql.split(' ', 3).join(' ')),
    },
    settle: async () => void order.push('settled'),
    withoutLoads: between('loads'),
    withoutRounds: between('rounds'),
    takeUp: async (wallets) => void order.push(`taken up: ${wallets}`),
  });
  await retract(['31337-'], ['2026-01-01']);
  const ended = order.indexOf('rounds end');
  expect(ended).toBeGreaterThan(order.lastIndexOf('INSERT INTO wallet_profiles'));
  expect(order.slice(ended)).toEqual([
    'rounds end',
    'ALTER TABLE profiles',
    'taken up: 0x1',
    'rounds may begin',
    'ALTER TABLE events',
    'loads may begin',
  ]);
  expect(order.slice(0, 2)).toEqual(['settled', 'loads end']);
});
