// What the dashboard counts with SQL equals what kpis counts, also over several projects and with a backend's events.
import { expect, it } from 'vitest';
import type { Chaintrail } from '../../../src/client/chaintrail.js';
import { exampleOf } from '../../../src/dashboard/state/chart-examples.js';
import { readRequests } from '../../../src/dashboard/state/read-requests.js';
import { createQueryService } from '../../../src/server/query/service.js';
import { createQueryStore } from '../../../src/server/query/store.js';
import { day, type Sent, useAnalytics } from '../analytics/analytics-under-test.js';

const analytics = useAnalytics();
const PROJECTS = ['one', 'two'];
const DAYS = { date_from: '2026-01-15', date_to: '2026-01-15' };
const WALLET = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const OTHER = '0x1111111111111111111111111111111111111111';

const connect = (event: Partial<Sent>): Sent => ({
  ...{ at: day('2026-01-15'), type: 'connect', address: WALLET },
  properties: { provider_name: 'MetaMask' },
  ...event,
});
const server = { channel: 'server', anonymous_id: '' } as const;
const EVENTS = [
  ...PROJECTS.map((project) => connect({ project, anonymous_id: 'ann' })),
  connect({ project: 'one', ...server, user_id: 'user-1' }),
  connect({ project: 'one', ...server, user_id: 'user-2' }),
  connect({ project: 'two', ...server, address: OTHER }),
];

const run = (query: string) =>
  createQueryService(createQueryStore(analytics.database)).run(
    query
      .replaceAll('{date_from}', `'${DAYS.date_from}'`)
      .replaceAll('{date_to}', `'${DAYS.date_to}'`),
    { workspaceId: 'ws', projectIds: PROJECTS },
  );

it('counts the visitors and wallets of apps and of the example chart as kpis does', async () => {
  await analytics.store(EVENTS);
  const { data: figures } = await analytics.ask('kpis', DAYS, PROJECTS);
  expect(figures).toMatchObject([{ visitors: 4, wallets: 2 }]);

  const client = { query: { run } } as unknown as Chaintrail;
  const requests = await readRequests(client, { days: DAYS, query: DAYS, filters: [] });
  expect(requests?.apps).toEqual([{ name: 'MetaMask', visitors: 4, wallets: 2 }]);

  const { data: points } = await run(exampleOf('line').query);
  expect(points).toEqual([{ day: '2026-01-15', visitors: 4, wallets: 2 }]);
});
