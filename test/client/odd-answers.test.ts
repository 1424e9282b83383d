// Answers that the API does not describe, such as those of proxies, and answers without a body.
import { expect, it } from 'vitest';
import { type ApiError, Chaintrail, NotFoundError } from '../../src/client/index.js';
import { json, scriptedServer } from './scripted-server.js';

const clientOf = (answer: () => Response) =>
  new Chaintrail({ apiKey: 'ct_key', fetch: scriptedServer(answer).fetch });

it.each([
  { code: 'constructor', message: 'm' },
  { code: 'toString', message: 'm' },
  { code: '__proto__' },
  { code: 7, message: { text: 'm' }, param: [], details: 'none' },
])('the error %j gets the class of its status', async (error) => {
  const client = clientOf(() => json({ error }, { status: 404 }));
  const failed = await client.get('/v0/x').then(
    () => expect.unreachable('it was answered'),
    (thrown) => thrown,
  );
  expect(failed).toBeInstanceOf(NotFoundError);
  expect(failed).toMatchObject({ status: 404, param: undefined, details: undefined });
});

it('the message of an error quotes only the beginning of a long page', async () => {
  const client = clientOf(() => new Response('x'.repeat(9_000), { status: 404 }));
  await expect(client.get('/v0/x')).rejects.toMatchObject({ message: `404 ${'x'.repeat(500)}` });
});

it('asResponse() gives an answer that is not JSON', async () => {
  const client = clientOf(() => new Response('up 1', { status: 200 }));
  expect(await (await client.get('/metrics').asResponse()).text()).toBe('up 1');
});

it('withResponse() keeps the url and the request id, and its body can be read again', async () => {
  const url = 'https://x.test/v0/profiles/0x1';
  const client = clientOf(() => Object.defineProperty(json({ a: 1 }), 'url', { value: url }));
  for (const call of [client.get('/v0/x'), client.profiles.retrieve('0x1')]) {
    const { data, response, requestId } = await call.withResponse();
    expect([data, requestId, response.url]).toEqual([{ a: 1 }, 'req_1', url]);
    expect(await response.json()).toEqual({ a: 1 });
    expect((await call.asResponse()).url).toBe(url);
  }
});

it('the error of a server that was not reached quotes the cause', async () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:4318');
  const { fetch } = scriptedServer(new TypeError('fetch failed', { cause }));
  const call = new Chaintrail({ apiKey: 'k', maxRetries: 0, fetch }).get('/v0/x');
  await expect(call).rejects.toThrow(`The server was not reached: ${cause}`);
});

it('an answer without a body has undefined data, and withResponse() gives its status', async () => {
  const headers = { 'x-request-id': 'req_2' };
  const client = clientOf(() => new Response(null, { status: 204, statusText: 'Gone', headers }));
  const { data, response } = await client.boards.delete('brd_1').withResponse();
  expect(data).toBeUndefined();
  const { status, statusText } = response;
  expect([status, statusText, response.headers.get('x-request-id')]).toEqual([
    204,
    'Gone',
    'req_2',
  ]);
});

it('an error has all fields of the error envelope', async () => {
  const said = {
    param: 'body.title',
    details: { 'body.title': 'is missing' },
    doc_url: 'https://x.test/e',
  };
  const error = { code: 'INVALID_VALIDATION_REQUEST', message: ' Wrong. ', ...said };
  const client = clientOf(() => json({ error }, { status: 400, headers: { 'x-left': '7' } }));
  const failed = await client.get('/v0/x').catch((thrown: ApiError) => thrown);
  const { code, message, param, details, docUrl, requestId, headers } = failed as ApiError;
  expect({ param, details, doc_url: docUrl }).toEqual(said);
  expect([code, message]).toEqual([error.code, `400 ${error.code} Wrong.`]);
  expect([requestId, headers.get('x-left')]).toEqual(['req_1', '7']);
});
