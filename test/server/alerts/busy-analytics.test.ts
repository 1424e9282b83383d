// Alerts can be created while the analytics database is busy, or does not answer at all.
import { expect, it, onTestFinished } from 'vitest';
import type { NewAlert } from '../../../src/protocol/alerts/alert.js';
import { useAlerts } from './alerts-under-test.js';

const world = useAlerts();

const SWAPS: NewAlert = {
  name: 'Swaps',
  trigger_type: 'event',
  trigger_filters: [{ name: 'event', value: 'swap' }],
};

it('an alert is created while the limit of parallel queries is reached', async () => {
  // Eight run at a time, for nine seconds in all: an alert that waited for its turn would be made after them.
  const slow = Promise.all(
    Array.from({ length: 24 }, () => world.alerts.analytics.query('SELECT sleep(3)')),
  );
  const made = world.alerts.make().then(() => 'made');
  expect(await Promise.race([made, slow])).toBe('made');
  await slow;
});

it('a write with an idempotency key does not block other queries while the analytics database hangs', async () => {
  const { alerts } = world;
  const silence = new Promise<never>((_, reject) => {
    onTestFinished(() => reject(new Error('The test is over.')));
  });
  const { service } = alerts.compose({ analytics: { query: () => silence } });
  const making = alerts.database.together(() => service.create({ projectIds: ['prj_1'] }, SWAPS));
  const beside = alerts.database.query('SELECT 1 AS one');
  await expect(making).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  expect(await beside).toEqual([{ one: 1 }]);
});
