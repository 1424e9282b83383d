// The life of the server process: acknowledged events survive any end, and a data folder has one
// owner.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../support/ask-api.js';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { run } from '../support/run.js';
import { SERVER_BIN, startServer, type TestServer } from '../support/server.js';

const cleanUp = createCleanup();
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
});

/** A batch of track events as the SDK sends it. */
const createBatch = (event: string, count: number): string => {
  const now = new Date().toISOString();
  const events = Array.from({ length: count }, () => ({
    type: 'track',
    event,
    channel: 'web',
    version: '0',
    anonymous_id: randomUUID(),
    user_id: null,
    address: null,
    properties: {},
    context: {},
    original_timestamp: now,
    sent_at: now,
    message_id: randomUUID(),
  }));
  return JSON.stringify(events);
};

const send = async (batch: string): Promise<void> => {
  const response = await fetch(`${server.url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
    body: batch,
  });
  expect(response.status, await response.text()).toBe(200);
};

const expectCounts = (counts: Record<string, number>) =>
  eventually(async () => expect(await readTopEvents(server)).toEqual(counts));

it('answers /healthz and /readyz', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('keeps acknowledged events when it is killed at once, and counts repeated ones once', async () => {
  const first = createBatch('first', 30);
  await send(first);
  await server.kill9();
  await server.restart();
  await expectCounts({ 'track:first': 30 });

  const second = createBatch('second', 20);
  await send(second);
  await send(first);
  await send(second);
  await server.kill9();
  await server.restart();
  await send(second);
  await expectCounts({ 'track:first': 30, 'track:second': 20 });
});

it('refuses to start twice on the same data folder, and says so', async () => {
  const { status, output } = await run(process.execPath, [SERVER_BIN, 'serve'], {
    cwd: server.dataDirectory,
    env: { PORT: '0', CHAINTRAIL_DATA: server.dataDirectory },
  });
  expect(output).toContain(server.dataDirectory);
  expect(output).not.toMatch(/^\s+at /m);
  expect(status).toBe(1);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('exits with 0 on SIGTERM, and starts again with the same keys and data', async () => {
  const before = await readTopEvents(server);
  expect(await server.stop()).toBe(0);
  await server.restart();
  expect(server.output()).toContain(server.writeKey);
  expect(server.output()).not.toContain(server.apiKey);
  expect(await readTopEvents(server)).toEqual(before);
});
