// Answers that are not what the API describes: proxies and other servers give them.
import { expect, it } from 'vitest';
import { Chaintrail, NotFoundError } from '../../src/client/index.js';
import { json, scriptedServer } from './scripted-server.js';

const clientOf = (answer: () => Response) =>
  new Chaintrail({ apiKey: 'ct_key', fetch: scriptedServer(answer).fetch });

it.each([
  { code: 'constructor', message: 'm' },
  { code: 'toString', message: 'm' },
  { code: '__proto__' },
  { code: 7, message: { text: 'm' }, param: [], details: 'none' },
])('an error that says %j is of the class of its status', async (error) => {
  const client = clientOf(() => json({ error }, { status: 404 }));
  const failed = await client.get('/v0/x').then(
    () => expect.unreachable('it was answered'),
    (thrown) => thrown,
  );
  expect(failed).toBeInstanceOf(NotFoundError);
  expect(failed).toMatchObject({ status: 404, param: undefined, details: undefined });
});

it('an answer that is no JSON can be had as it is', async () => {
  const client = clientOf(() => new Response('up 1', { status: 200 }));
  expect(await (await client.get('/metrics').asResponse()).text()).toBe('up 1');
});
