// The built client against the running server: every operation.
import {
  Chaintrail,
  NotFoundError,
  ServiceUnavailableError,
  ValidationError,
} from 'chaintrail/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { startServer, type TestServer } from '../support/server.js';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const cleanUp = createCleanup();
let server: TestServer;
let client: Chaintrail;

/** Some seconds in the past, so that a funnel has an order. */
const event = (type: 'page' | 'connect' | 'track', secondsAgo: number, extra: object = {}) => ({
  type,
  channel: 'web' as const,
  version: '0',
  anonymous_id: '5f0c2f0a-7b7e-4c0a-9f0e-0c6f2f1f7a11',
  session_id: 'session',
  message_id: crypto.randomUUID(),
  original_timestamp: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  sent_at: new Date().toISOString(),
  ...extra,
});

const stored = async () => ({
  events: (await client.analytics.topEvents()).rows,
  sources: (await client.analytics.topSources({ metric_column: 'utm_source' })).rows,
});

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
  client = new Chaintrail({ apiKey: server.apiKey, baseURL: server.url });
  const context = {
    page_url: 'https://shop.example/a',
    page_path: '/a',
    location: 'CH',
    utm_source: 'news',
  };
  const answer = await client.events.ingest(
    [
      event('page', 3, { context }),
      event('connect', 2, { context, address: ADDRESS, properties: { chain_id: 1 } }),
      event('track', 1, { context, address: ADDRESS, event: 'swap', properties: { revenue: 2.5 } }),
    ],
    { writeKey: server.writeKey },
  );
  expect(answer).toEqual({ successful_rows: 3, quarantined_rows: 0 });
  await eventually(async () => {
    // The tables of these two are filled one after the other.
    const { events, sources } = await stored();
    return events === 3 && sources === 1;
  });
});

describe('analytics', () => {
  it('returns results of each operation', async () => {
    const { analytics } = client;
    // Counts by days, visits and wallets are available shortly after the events.
    await eventually(async () => {
      expect((await analytics.topSources({ metric_column: 'utm_source' })).data).toMatchObject([
        { utm_source: 'news', sessions: 1, visitors: 1 },
      ]);
      expect((await analytics.kpis()).data).toMatchObject([
        { visitors: 1, wallets: 1, revenue: 2.5 },
      ]);
      const steps = [
        { type: 'event', event: 'page' },
        { type: 'track', event: 'swap' },
      ] as const;
      const filters = [{ field: 'utm_source', op: 'eq', value: 'news' }] as const;
      const { data } = await analytics.funnel({
        steps,
        filters,
        conversion_window: { value: 1, unit: 'day' },
      });
      expect(data.map(({ users }) => users)).toEqual([1, 1]);
      expect((await analytics.revenueTimeseries({ address: ADDRESS })).data).toMatchObject([
        { event: 'swap', revenue: 2.5 },
      ]);
      for (const ask of [
        analytics.topPages,
        analytics.topLocations,
        analytics.topWallets,
        analytics.topChains,
        analytics.eventTimeseries,
        analytics.revenueOverview,
        analytics.retention,
        analytics.lifecycle,
        analytics.flow,
      ]) {
        const { rows } = await ask();
        expect(rows).toBeGreaterThan(0);
      }
    });
  });

  it('is paged', async () => {
    const rows = await client.analytics.topEvents({ limit: 2 }).toArray({ limit: 10 });
    expect(rows.map(({ type }) => type).sort()).toEqual(['connect', 'page', 'track']);
  });
});

it('searches, retrieves, labels and imports profiles', async () => {
  const { profiles } = client;
  const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  expect(
    await client.import.create({
      addresses: [wallet.toLowerCase(), 'x'],
      writeKey: server.writeKey,
    }),
  ).toMatchObject({ successful_rows: 1, quarantined_rows: 1 });
  expect(await profiles.labels.upsert(ADDRESS, { tag_id: 'VIP' })).toMatchObject({ tag_id: 'vip' });
  expect(await profiles.labels.upsert(ADDRESS, [{ tag_id: 'a' }, { tag_id: 'b' }])).toHaveLength(2);
  expect(await profiles.labels.delete(ADDRESS, { tag_id: 'a' })).toBeUndefined();
  const profile = await profiles.retrieve(ADDRESS.toLowerCase(), { expand: ['labels'] });
  expect(profile).toMatchObject({ address: ADDRESS, revenue: 2.5 });
  expect(profile.labels?.map(({ id }) => id).sort()).toEqual(['b', 'vip']);
  const found = await profiles.search({ order_by: 'revenue', limit: 1 }).toArray({ limit: 10 });
  expect(found.map(({ address }) => address)).toEqual([ADDRESS, wallet]);
});

it('runs a query', async () => {
  const query = "SELECT event, revenue FROM events WHERE type = 'track'";
  const { data } = await client.query.run<{ event: string; revenue: number }>(query);
  expect(data).toEqual([{ event: 'swap', revenue: 2.5 }]);
});

it('stores and runs boards and charts', async () => {
  const board = await client.boards.create({ title: 'Growth', isPublic: true });
  const place = { boardId: board.id };
  const number = { chart_type: 'number', title: 'Events' } as const;
  const chart = await client.charts.create(board.id, {
    ...number,
    query: 'SELECT count() AS n FROM events',
  });
  const read = await client.charts.retrieve(
    { ...place, chartId: chart.id },
    { include: 'results' },
  );
  expect(read.results?.data).toEqual([{ n: 3 }]);
  const steps = [
    { type: 'event' as const, event: 'page' },
    { type: 'event' as const, event: 'connect' },
  ];
  for (const type of ['funnel', 'retention', 'user_paths'] as const) {
    await client.charts.create(board.id, { chart_type: type, title: type, steps });
  }
  // Again, should midnight come between the two answers: both cover the days up to today.
  const all = await eventually(async () => {
    const list = await client.charts.list(board.id, { include: 'results' }).toArray({ limit: 10 });
    const drawn = list.map(({ query: _, project_id: _project, steps: _steps, ...one }) => one);
    const shown = await fetch(`${server.url}${board.public_path}`);
    expect(await shown.json()).toEqual({
      board: { title: 'Growth', description: null },
      charts: drawn,
    });
    return list;
  });
  expect(all.map(({ results }) => results?.error)).toEqual(Array(4).fill(undefined));
  expect(all.every(({ results }) => (results?.rows ?? 0) > 0)).toBe(true);
  for (const { results: _, ...chart } of all) {
    const { updated_at, ...again } = await client.charts.replace(
      { ...place, chartId: chart.id },
      { ...chart, title: 'Renamed' },
    );
    expect({ ...again, updated_at: null }).toEqual({ ...chart, title: 'Renamed' });
    expect(updated_at).not.toBeNull();
  }
  const replaced = { ...number, query: 'SELECT 1 AS n' };
  expect((await client.charts.replace({ ...place, chartId: chart.id }, replaced)).query).toBe(
    'SELECT 1 AS n',
  );
  expect(await client.boards.update(board.id, { isPublic: false })).toMatchObject({
    enabled: false,
  });
  await expect(client.boards.delete(board.id)).rejects.toThrow('charts');
  for (const { id } of all) await client.charts.delete({ ...place, chartId: id });
  await client.boards.delete(board.id);
  await expect(client.boards.retrieve(board.id)).rejects.toBeInstanceOf(NotFoundError);
  expect(await client.boards.list().toArray({ limit: 5 })).toEqual([]);
});

it('the chat reports that no model is configured', async () => {
  const call = client.chat.ask('How many?', {}, { maxRetries: 0 });
  await expect(call).rejects.toBeInstanceOf(ServiceUnavailableError);
});

it('deletes the data of a person', async () => {
  const { profiles } = client;
  expect(await profiles.forget({ user_id: 'nobody' })).toMatchObject({ events: 0 });
  expect(await profiles.delete(ADDRESS)).toBeUndefined();
  await expect(profiles.retrieve(ADDRESS)).rejects.toThrow('PROFILE_NOT_FOUND');
});

it('throws a typed error for a refused request', async () => {
  const range = { date_from: '2026-02-01', date_to: '2026-01-01' };
  const error = await client.analytics.kpis(range).catch((reason) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ param: 'query.date_from', requestId: expect.any(String) });
  const other = client.withOptions({ apiKey: `ct_${'0'.repeat(48)}` });
  await expect(other.boards.list()).rejects.toThrow('401');
});
