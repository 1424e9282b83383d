// How a call ends whose caller ends it, and what a caller says of redirects.
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { AbortError, Chaintrail } from '../../src/client/index.js';
import { failure, hanging, json, type ScriptedServer, scriptedServer } from './scripted-server.js';

const clientOf = ({ fetch }: ScriptedServer, maxRetries = 2) =>
  new Chaintrail({ apiKey: 'k', maxRetries, fetch });

it('ended while it is answered, the last attempt says so too, and not that the network failed', async () => {
  const server: ScriptedServer = scriptedServer(hanging(() => server));
  const ends = new AbortController();
  const call = clientOf(server, 0).get('/v0/x', { signal: ends.signal });
  ends.abort();
  // At once, and not when its time is up.
  expect(server.asked[0]?.init.signal?.aborted).toBe(true);
  await expect(call).rejects.toBeInstanceOf(AbortError);
  expect(server.asked).toHaveLength(1);
});

it('ended as it is answered that it is to wait, it does not wait', async () => {
  const ends = new AbortController();
  const server = scriptedServer(() => {
    ends.abort();
    return failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' });
  });
  const call = clientOf(server).get('/v0/x', { signal: ends.signal });
  await expect(call).rejects.toBeInstanceOf(AbortError);
  expect(server.asked).toHaveLength(1);
});

it('a write follows no redirect that its caller forbade', async () => {
  const server = scriptedServer(json({}));
  const { boards } = new Chaintrail({
    apiKey: 'k',
    fetch: server.fetch,
    fetchOptions: { redirect: 'error' },
  });
  await boards.create({ title: 'a' });
  expect(server.asked).toMatchObject([{ init: { redirect: 'error' } }]);
});

it('a signal of many calls keeps nothing of those that waited under it', async () => {
  const { signal } = new AbortController();
  const again = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' });
  await clientOf(scriptedServer(again, again, json({}))).get('/v0/x', { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
