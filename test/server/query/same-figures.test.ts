// What the dashboard counts with SQL equals what kpis counts, also over several projects and with a backend's events.
import { expect, it } from 'vitest';
import type { Chaintrail } from '../../../src/client/chaintrail.js';
import { exampleOf } from '../../../src/dashboard/state/chart-examples.js';
import { readLatestEvents } from '../../../src/dashboard/state/events.js';
import { readRequests } from '../../../src/dashboard/state/read-requests.js';
import { toActions } from '../../../src/dashboard/state/wallet-actions.js';
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

const run = (query: string, days = DAYS) =>
  createQueryService(createQueryStore(analytics.database)).run(
    query
      .replaceAll('{date_from}', `'${days.date_from}'`)
      .replaceAll('{date_to}', `'${days.date_to}'`),
    { workspaceId: 'ws', projectIds: PROJECTS },
  );

it('counts the visitors and wallets of apps and of the example chart as kpis does', async () => {
  await analytics.store(EVENTS);
  const { data: figures } = await analytics.ask('kpis', DAYS, PROJECTS);
  expect(figures).toMatchObject([{ visitors: 4, wallets: 2 }]);

  const client = { query: { run: (query: string) => run(query) } } as unknown as Chaintrail;
  const requests = await readRequests(client, { days: DAYS, query: DAYS, filters: [] });
  expect(requests?.apps).toEqual([{ name: 'MetaMask', visitors: 4, wallets: 2 }]);

  const { data: points } = await run(exampleOf('line').query);
  expect(points).toEqual([{ day: '2026-01-15', visitors: 4, wallets: 2 }]);
});

it('counts a transaction once whoever records its states, and those of a backend besides', async () => {
  const sent = (status: string, hash: string, event: Partial<Sent> = {}): Sent => ({
    ...{ at: day('2026-01-18'), type: 'transaction', project: 'one', anonymous_id: 'ann' },
    properties: { status, ...(hash !== '' && { transaction_hash: hash }) },
    ...event,
  });
  const early = { at: day('2026-01-17') };
  await analytics.store([
    ...Array.from({ length: 6 }, () => sent('started', '')),
    sent('rejected', ''),
    sent('broadcasted', '0x1'),
    sent('broadcasted', '0x2'),
    sent('confirmed', '0x2'),
    // Both sides saw the same one.
    sent('confirmed', '0x1', server),
    sent('confirmed', '0x2', server),
    // The visitor sent it before midnight.
    sent('broadcasted', '0x3', early),
    sent('confirmed', '0x3', server),
    ...['0x4', '0x5', '0x6'].map((hash) => sent('confirmed', hash, server)),
    sent('reverted', '0x7', server),
  ]);
  const days = { date_from: '2026-01-18', date_to: '2026-01-18' };
  const client = { query: { run: (query: string) => run(query, days) } } as unknown as Chaintrail;
  const found = await readRequests(client, { days, query: days, filters: [] });
  expect(found?.requests).toEqual([
    // Of the visitor three were sent, of the backend four.
    { type: 'transaction', asked: 6 + 4, done: 3 + 4, rejected: 1, failed: 1 },
  ]);
});

it('counts no request when the user switches the account, but the wallet and its app', async () => {
  const days = { date_from: '2026-01-19', date_to: '2026-01-19' };
  const connected = { at: day('2026-01-19'), project: 'one', anonymous_id: 'ann' };
  const properties = { provider_name: 'Rabby', account_switch: true };
  await analytics.store([
    connect(connected),
    connect({ ...connected, address: OTHER, properties }),
  ]);
  const client = { query: { run: (query: string) => run(query, days) } } as unknown as Chaintrail;
  const found = await readRequests(client, { days, query: days, filters: [] });
  expect(found?.requests).toEqual([{ type: 'connect', asked: 1, done: 1, rejected: 0, failed: 0 }]);
  expect(found?.apps).toEqual([
    { name: 'MetaMask', visitors: 1, wallets: 1 },
    { name: 'Rabby', visitors: 1, wallets: 1 },
  ]);
});

it('reads the chain of an event as the list of chains names it, and none from null', async () => {
  const chains = [8453, 'solana:mainnet', null, undefined];
  const at = Date.now();
  await analytics.store(
    chains.map((chain_id, index) => ({
      ...{ at: at + index, type: 'connect', project: 'one', properties: { chain_id } },
    })),
  );
  const client = { query: { run: (query: string) => run(query) } } as unknown as Chaintrail;
  const found = await readLatestEvents(client, { limit: 10, project: 'one' });
  expect(found.map(({ chain_id: id }) => id)).toEqual(['', '', 'solana:mainnet', '8453']);
});

it('tells which events are of the same user operation or batch of calls', async () => {
  const at = Date.now() - 60_000;
  const told = [
    { status: 'started' },
    { status: 'broadcasted', transaction_hash: '0xa' },
    { status: 'started' },
    { status: 'broadcasted', batch_id: 'b' },
    { status: 'started' },
    { status: 'confirmed', transaction_hash: '0xc', user_op_hash: '0xa' },
    { status: 'failed', batch_id: 'b' },
  ];
  await analytics.store(
    told.map((properties, index) => ({
      ...{ at: at + index, type: 'transaction', project: 'two', properties },
    })),
  );
  const client = { query: { run: (query: string) => run(query) } } as unknown as Chaintrail;
  const found = await readLatestEvents(client, { limit: 10, project: 'two' });
  expect(toActions(found.toReversed()).map(({ status }) => status)).toEqual([
    'started → broadcasted → confirmed',
    'started → broadcasted → failed',
    'started',
  ]);
});
