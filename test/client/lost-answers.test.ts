// The error of a write whose answer never came names its idempotency key, because the write may have run.
import { expect, it } from 'vitest';
import { Chaintrail, ConnectionError, TimeoutError } from '../../src/client/index.js';
import { RANDOM_KEY } from './random-key.js';
import { hanging, json, type ScriptedServer, scriptedServer } from './scripted-server.js';

it.each([
  ['does not come', (): ScriptedServer => scriptedServer(new TypeError('cut')), ConnectionError],
  [
    'comes too late',
    (): ScriptedServer => {
      const server: ScriptedServer = scriptedServer(hanging(() => server));
      return server;
    },
    TimeoutError,
  ],
])('the error names the key for a safe retry when the answer %s', async (_, open, kind) => {
  const server = open();
  const options = { apiKey: 'k', timeout: 5, maxRetries: 0, fetch: server.fetch };
  const { boards } = new Chaintrail(options);
  const error: unknown = await boards.create({ title: 'a' }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(kind);
  const { idempotencyKey } = error as ConnectionError;
  expect(idempotencyKey).toMatch(RANDOM_KEY);

  const again = scriptedServer(json({}));
  const client = new Chaintrail({ ...options, fetch: again.fetch });
  await client.boards.create({ title: 'a' }, { idempotencyKey });
  const keys = [...server.asked, ...again.asked].map(({ headers }) =>
    headers.get('idempotency-key'),
  );
  expect(keys).toEqual([idempotencyKey, idempotencyKey]);
});

it('the error names the key that the caller gave as a header', async () => {
  const server = scriptedServer(new TypeError('cut'));
  const { boards } = new Chaintrail({ apiKey: 'k', maxRetries: 0, fetch: server.fetch });
  const call = boards.create({ title: 'a' }, { headers: { 'Idempotency-Key': 'mine' } });
  await expect(call).rejects.toMatchObject({ idempotencyKey: 'mine' });
  expect(server.asked[0]?.headers.get('idempotency-key')).toBe('mine');
});
