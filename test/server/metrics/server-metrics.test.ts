// The metrics of the server, read over HTTP as Prometheus does.
import { beforeAll, describe, expect, it } from 'vitest';
import { metricsRoute } from '../../../src/server/http/metrics-route.js';
import { createServerMetrics } from '../../../src/server/metrics/server-metrics.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type AppUnderTest, anEvent, startApp } from '../http/app-under-test.js';

const cleanUp = createCleanup();
const metrics = createServerMetrics();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp({
    pages: [metricsRoute({ render: metrics.render, token: 'open-sesame' })],
    eventRequestsPerSecond: 3,
    parts: { onAnswer: metrics.onAnswer },
    observer: metrics.ingestion,
  });
  cleanUp(app.close);
});

const read = async (): Promise<string> => {
  const response = await fetch(`${app.url}/metrics`, {
    headers: { authorization: 'Bearer open-sesame' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
};

it('counts requests by route and status, and never by path', async () => {
  await app.api('/v0/top_events');
  await app.api('/v0/top_events?limit=none');
  await fetch(`${app.url}/wallets/0xsecret`);
  await eventually(async () => {
    const text = await read();
    expect(text).toContain(
      'chaintrail_http_requests_total{method="GET",route="/v0/top_events",status="200"} 1\n',
    );
    expect(text).toContain('route="/v0/top_events",status="400"} 1\n');
    expect(text).toContain('route="unknown",status="404"} 1\n');
    expect(text).toMatch(/duration_seconds_count\{method="GET",route="\/v0\/top_events"\} 2\n/);
    expect(text).not.toContain('0xsecret');
  });
});

it('counts events by outcome, written rows, failed loads and rate-limited requests', async () => {
  const event = anEvent();
  app.behind.failure = new Error('away');
  await app.send(JSON.stringify([event, event, anEvent({ type: 'nonsense' })]));
  await app.send(JSON.stringify([event]));
  await eventually(async () => expect(await read()).toMatch(/load_failures_total [1-9]/));
  delete app.behind.failure;
  await app.send(JSON.stringify([anEvent()]));
  expect((await app.send(JSON.stringify([anEvent()]))).status).toBe(429);
  await eventually(async () => {
    const text = await read();
    expect(text).toContain('chaintrail_events_total{outcome="accepted"} 2\n');
    expect(text).toContain('chaintrail_events_total{outcome="duplicated"} 2\n');
    expect(text).toContain('chaintrail_events_total{outcome="quarantined"} 1\n');
    expect(text).toContain('chaintrail_rows_written_total 2\n');
    expect(text).toContain('chaintrail_rate_limited_requests_total{route="/v0/raw_events"} 1\n');
  });
});

it('measures database queries, answered and failed', async () => {
  const result = {
    data: [],
    meta: [],
    rows: 0,
    statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
  };
  const nothing = async () => {};
  const timed = metrics.timed({
    query: async (sql) => (sql === 'bad' ? Promise.reject(new Error('no')) : result),
    execute: nothing,
    load: nothing,
    isReady: async () => true,
    close: nothing,
  });
  expect(await timed.query('good')).toBe(result);
  await expect(timed.query('bad')).rejects.toThrow('no');
  const text = metrics.render();
  expect(text).toContain('chaintrail_query_duration_seconds_count{outcome="answered"} 1\n');
  expect(text).toContain('chaintrail_query_duration_seconds_count{outcome="failed"} 1\n');
});

it('reports times in seconds, and counts only 429 as rate-limited', () => {
  const { onAnswer, watch, render } = createServerMetrics();
  for (const status of [429, 503]) onAnswer({ method: 'GET', route: '/a', status, ms: 750 });
  watch({ journalBytes: () => 5, journalLagMs: () => 1_500, quarantinedCount: () => 0 });
  const text = render();
  expect(text).toContain(
    'chaintrail_http_request_duration_seconds_sum{method="GET",route="/a"} 1.5\n',
  );
  expect(text).toContain('chaintrail_journal_lag_seconds 1.5\n');
  expect(text).toContain('chaintrail_rate_limited_requests_total{route="/a"} 1\n');
  const cpuSeconds = Number(/^process_cpu_seconds_total (.*)$/m.exec(text)?.[1]);
  const { user, system } = process.cpuUsage();
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(cpuSeconds).toBeLessThanOrEqual((user + system) / 1e6);
});

it('has every outcome of events from the start, including forgotten', () => {
  const { ingestion, render } = createServerMetrics();
  for (const outcome of ['accepted', 'duplicated', 'quarantined', 'forgotten']) {
    expect(render()).toContain(`chaintrail_events_total{outcome="${outcome}"} 0\n`);
  }
  ingestion.received({ accepted: 0, duplicated: 0, quarantined: 0, forgotten: 2 });
  expect(render()).toContain('chaintrail_events_total{outcome="forgotten"} 2\n');
});

it('counts the logs of contracts by chain', () => {
  const { contracts, render } = createServerMetrics();
  contracts.read(8453, { events: 3, undecodable: 2 });
  contracts.readFailed(1);
  contracts.reorganised(10);
  const text = render();
  for (const line of [
    'logs_total{chain="8453",outcome="decoded"} 3',
    'logs_total{chain="8453",outcome="undecodable"} 2',
    'read_failures_total{chain="1"} 1',
    'reorganisations_total{chain="10"} 1',
  ]) {
    expect(text).toContain(`chaintrail_contract_${line}\n`);
  }
});

describe('the token', () => {
  it.each([undefined, 'Bearer wrong', 'Bearer open', 'open-sesame'])(
    'refuses %s',
    async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      expect((await fetch(`${app.url}/metrics`, { headers })).status).toBe(401);
    },
  );

  it('is not required when none is set', async () => {
    const route = metricsRoute({ render: () => 'x 1\n', token: undefined });
    expect(await route.handle({ query: {}, headers: {}, params: {} })).toMatchObject({
      status: 200,
    });
  });
});
