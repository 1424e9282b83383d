// A page over plain HTTP, such as a dashboard in a private network: browsers hide parts of `crypto` there.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Chaintrail } from '../../src/client/index.js';
import { RANDOM_KEY } from './random-key.js';
import { json, scriptedServer } from './scripted-server.js';

beforeEach(() => {
  for (const name of ['randomUUID', 'subtle']) {
    Object.defineProperty(crypto, name, { value: undefined, configurable: true });
  }
});
afterEach(() => {
  for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(crypto, name);
});

it('gives each write its own idempotency key, and each event its own id', async () => {
  const server = scriptedServer(json({}));
  const { boards, events } = new Chaintrail({ apiKey: 'k', fetch: server.fetch });
  await boards.create({ title: 'a' });
  await boards.create({ title: 'a' });
  const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
  for (const key of keys) expect(key).toMatch(RANDOM_KEY);
  expect(new Set(keys).size).toBe(2);

  await events.ingest([{ type: 'page', channel: 'server', version: '0' }], { writeKey: 'wk' });
  expect(server.asked[2]?.body).toMatchObject([{ message_id: expect.stringMatching(RANDOM_KEY) }]);
});
