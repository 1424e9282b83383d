// How a call ends that its caller aborts, and how a caller forbids redirects.
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { AbortError, Chaintrail } from '../../src/client/index.js';
import { failure, hanging, json, type ScriptedServer, scriptedServer } from './scripted-server.js';

const clientOf = ({ fetch }: ScriptedServer, maxRetries = 2) =>
  new Chaintrail({ apiKey: 'k', maxRetries, fetch });

it('rejects with AbortError, not ConnectionError, when aborted during its last attempt', async () => {
  const server: ScriptedServer = scriptedServer(hanging(() => server));
  const ends = new AbortController();
  const call = clientOf(server, 0).get('/v0/x', { signal: ends.signal });
  ends.abort();
  // The abort reaches the request at once, and not only at its timeout.
  expect(server.asked[0]?.init.signal?.aborted).toBe(true);
  await expect(call).rejects.toBeInstanceOf(AbortError);
  expect(server.asked).toHaveLength(1);
});

it('does not wait for the retry when aborted while the answer arrives', async () => {
  const ends = new AbortController();
  const server = scriptedServer(() => {
    ends.abort();
    return failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' });
  });
  const call = clientOf(server).get('/v0/x', { signal: ends.signal });
  await expect(call).rejects.toBeInstanceOf(AbortError);
  expect(server.asked).toHaveLength(1);
});

it('a write keeps the redirect mode that its caller set', async () => {
  const server = scriptedServer(json({}));
  const { boards } = new Chaintrail({
    apiKey: 'k',
    fetch: server.fetch,
    fetchOptions: { redirect: 'error' },
  });
  await boards.create({ title: 'a' });
  expect(server.asked).toMatchObject([{ init: { redirect: 'error' } }]);
});

it('leaves no listener on the signal of the caller after retries', async () => {
  const { signal } = new AbortController();
  const again = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' });
  await clientOf(scriptedServer(again, again, json({}))).get('/v0/x', { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
