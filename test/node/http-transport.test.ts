// The Node tracker against a real HTTP server that fails in the ways servers do.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServerTracker as createEdgeTracker } from '../../src/node/edge.js';
import { createHttpTransport } from '../../src/node/http-transport.js';
import { createServerTracker } from '../../src/node/index.js';
import { type Collector, OK, startCollector } from './support/collector.js';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const SMALL = { flushAt: 10, maxBatchEvents: 10, flushIntervalMs: 20 };
/** For servers that hang. Others get the default: a request given up too early is made again. */
const HANGING = { requestTimeoutMs: 300 };

const open = (options: Partial<Parameters<typeof createServerTracker>[0]> = {}) =>
  createServerTracker({ writeKey: 'key', apiHost: `${collector.url}/`, ...SMALL, ...options });

const trackMany = (tracker: Pick<ReturnType<typeof open>, 'track'>, count: number) => {
  const names = Array.from({ length: count }, (_, index) => `e${index}`);
  for (const name of names) tracker.track(name, { text: 'x'.repeat(200) });
  return names;
};

const kinds = [
  ['node', open],
  [
    'edge',
    (options: { readonly writeKey?: string; readonly requestTimeoutMs?: number } = {}) =>
      createEdgeTracker({ writeKey: 'key', apiHost: collector.url, ...SMALL, ...options }),
  ],
] as const;

describe.each(kinds)('the tracker of the %s entry', (_, openTracker) => {
  it('delivers all events compressed, with the write key', async () => {
    const tracker = openTracker();
    const names = trackMany(tracker, 105);
    await tracker.flush();
    expect(collector.names().sort()).toEqual(names.sort());
    expect(collector.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer key',
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    });
    expect(tracker.stats()).toMatchObject({ accepted: 105, delivered: 105, queued: 0 });
    await tracker.close();
  });

  it.each(['key\n', '\r\nkey', 'key\u2028'])(
    'trims white space around the write key, as when it was read from a file: %j',
    async (writeKey) => {
      const tracker = openTracker({ writeKey });
      trackMany(tracker, 1);
      await tracker.flush();
      expect(collector.requests[0]?.headers.authorization).toBe('Bearer key');
      await tracker.close();
    },
  );

  it('loses nothing when the server fails, hangs, redirects or is not found', async () => {
    const soon = { headers: { 'retry-after': '0' } };
    const answers = [
      undefined,
      { status: 503, ...soon },
      { status: 302, headers: { ...soon.headers, location: '/elsewhere' } },
      { status: 404, ...soon },
      { status: 429, ...soon },
    ];
    let count = 0;
    collector.answer = () => {
      const index = count++;
      return index < answers.length ? answers[index] : OK;
    };
    const tracker = openTracker(HANGING);
    const names = trackMany(tracker, 35);
    await tracker.flush();
    expect(collector.names().sort()).toEqual(names.sort());
    expect(tracker.stats()).toMatchObject({ delivered: 35, dropped: {} });
    await tracker.close();
  });

  it('splits batches for a server that accepts at most 7 events', async () => {
    collector.answer = ({ events }) => (events.length > 7 ? { status: 413 } : OK);
    const tracker = openTracker();
    const names = trackMany(tracker, 60);
    await tracker.flush();
    expect(collector.names().sort()).toEqual(names.sort());
    await tracker.close();
  });

  it("drops the one event that the server refuses, with the server's reason", async () => {
    collector.answer = ({ events }) =>
      events.some(({ event }) => event === 'e13')
        ? { status: 400, body: '{"error":"e13 is wrong"}' }
        : OK;
    const tracker = openTracker();
    const names = trackMany(tracker, 30);
    await tracker.flush();
    expect(collector.names().sort()).toEqual(names.filter((name) => name !== 'e13').sort());
    expect(tracker.stats().dropped).toEqual({ invalid: 1 });
    await tracker.close();
  });
});

describe('the Node tracker', () => {
  it('reads the Retry-After header', async () => {
    collector.answer = () => ({ status: 429, headers: { 'retry-after': '7' } });
    const transport = createHttpTransport({
      apiHost: collector.url,
      writeKey: () => 'key',
      concurrency: 1,
      timeoutMs: 5_000,
      onFault: () => {},
    });
    expect(await transport.send(() => '[{}]', { last: false })).toEqual({
      kind: 'retry',
      afterMs: 7_000,
    });
    transport.close();
  });

  it('reuses its connections, and opens no more than allowed', async () => {
    const tracker = open({ concurrency: 3 });
    for (let round = 0; round < 5; round += 1) {
      trackMany(tracker, 100);
      await tracker.flush();
    }
    expect(collector.requests.length).toBeGreaterThanOrEqual(50);
    expect(collector.connections).toBeLessThanOrEqual(3);
    await tracker.close();
  });

  it('has several requests in flight, so that one that hangs does not block the others', async () => {
    let held = 0;
    collector.answer = () => (held++ === 0 ? undefined : OK);
    const tracker = open({ requestTimeoutMs: 2_000 });
    trackMany(tracker, 100);
    const answered = new Promise<void>((resolve) => {
      const before = collector.answer;
      collector.answer = (request) => {
        if (collector.kept.size >= 80) resolve();
        return before(request);
      };
    });
    await answered;
    await tracker.flush();
    expect(collector.kept.size).toBe(100);
    await tracker.close();
  });

  it('retries after a response with another protocol, as from a proxy', async () => {
    const answers = [{ status: 101, headers: { connection: 'upgrade', upgrade: 'websocket' } }];
    collector.answer = () => answers.pop() ?? OK;
    const tracker = open();
    trackMany(tracker, 5);
    await tracker.flush();
    expect(tracker.stats()).toMatchObject({ delivered: 5, queued: 0 });
    await tracker.close();
  });

  it('keeps delivering when the server closes idle connections', async () => {
    const tracker = open();
    for (let round = 0; round < 3; round += 1) {
      trackMany(tracker, 10);
      await tracker.flush();
      collector.hangUp();
    }
    expect(tracker.stats()).toMatchObject({ delivered: 30, dropped: {} });
    await tracker.close();
  });

  it('delivers when the server comes back on its port', async () => {
    const tracker = open();
    const port = Number(new URL(collector.url).port);
    await collector.close();
    const names = trackMany(tracker, 20);
    await expect(tracker.flush({ timeoutMs: 50 })).rejects.toThrow('Not flushed within 50 ms');
    collector = await startCollector(port);
    await tracker.flush();
    expect(collector.names().sort()).toEqual(names.sort());
    await tracker.close();
  });

  it('stops at a refused write key, reports it once, and resumes with a new key', async () => {
    const faults: string[] = [];
    collector.answer = ({ headers }) =>
      headers.authorization === 'Bearer new' ? OK : { status: 401, body: '{"error":"revoked"}' };
    const tracker = open({ onError: ({ code }) => faults.push(code) });
    trackMany(tracker, 30);
    await expect(tracker.flush()).rejects.toThrow('refuses the write key');
    expect(faults).toEqual(['unauthorized']);
    // No header can hold these keys: every request would fail like a network error, for ever and
    // unreported.
    for (const key of [undefined, '', 'new…', 'one\ntwo']) tracker.setWriteKey(key as string);
    expect(faults.splice(1)).toEqual(Array(4).fill('invalid_call'));
    // With the line ends of a file.
    tracker.setWriteKey('\r\nnew\n');
    await tracker.flush();
    expect(collector.kept.size).toBe(30);
    await tracker.close();
  });
});

it.each([
  ['a page', gzipSync('<!doctype html>Log in'), 'retry'],
  ['what cannot be unpacked', Buffer.from('no gzip'), 'retry'],
  ['the answer of the server', gzipSync('{"successful_rows":1}'), 'delivered'],
])('reads an answer that a proxy compressed unasked: %s', async (_, body, kind) => {
  const proxy = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const transport = createHttpTransport({
    apiHost: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    writeKey: () => 'key',
    concurrency: 1,
    timeoutMs: 5_000,
    onFault: () => {},
  });
  expect(await transport.send(() => '[]', { last: false })).toMatchObject({ kind });
  transport.close();
  proxy.close();
});
