// What all operations share: answers, bodies, parameters, lists and the order of checks.
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, startApp } from './app-under-test.js';
import { madeUpApi } from './made-up-routes.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp({ api: madeUpApi(async (body) => body) });
  cleanUp(app.close);
});

interface Call {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

const call = async (path: string, { method = 'POST', body, headers = {}, key }: Call = {}) => {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key ?? app.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json, error: json?.error };
};

describe('answers', () => {
  it('have the status of the route', async () => {
    expect(await call('/v0/things', { body: '{"name":"a"}' })).toMatchObject({
      status: 201,
      json: { name: 'a' },
    });
  });

  it('have no body with 204', async () => {
    const { status, text, headers } = await call('/v0/things/a', { method: 'DELETE' });
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
  });

  it('name a missing resource', async () => {
    expect((await call('/v0/things/missing', { method: 'GET' })).error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no thing "missing".',
    });
  });
});

/** A body with the given number of levels, including itself. */
const deep = (levels: number) =>
  `{"name":"a","more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

/** An object with as many properties. */
const named = (names: number): string =>
  `{"name":"a"${Array.from({ length: names - 1 }, (_, at) => `,"n${at}":0`).join('')}}`;

describe('bodies', () => {
  it('may be one object or a list where the route allows it', async () => {
    const many = '[{"name":"a"},{"name":"b"}]';
    expect((await call('/v0/things', { body: many })).json).toEqual(JSON.parse(many));
    expect((await call('/v0/things', { body: '7' })).error.param).toBe('body');
  });

  it('may have unknown properties', async () => {
    expect((await call('/v0/things', { body: '{"name":"a","colour":1}' })).status).toBe(201);
  });

  it.each([
    ['absent', {}],
    ['absent with a type', { headers: { 'content-type': 'text/plain' } }],
    ['empty', { body: '' }],
    ['white space', { body: ' \r\n' }],
    [
      'empty as a form',
      { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['{}', { body: '{}' }],
  ])('may be %s where the route allows it', async (_what, init) => {
    expect((await call('/v0/things/search', init)).json).toEqual({ body: {} });
  });

  it('are required elsewhere', async () => {
    expect((await call('/v0/things')).error).toMatchObject({
      code: 'INVALID_VALIDATION_REQUEST',
      param: 'body',
      message: 'body is required.',
    });
  });

  it('are validated together with the parameters, with a path for each issue', async () => {
    const { error } = await call('/v0/things/search?limit=11', { body: '{"name":1}' });
    expect(error).toMatchObject({
      param: 'query.limit',
      message: 'query.limit must be at most 10; it is "11".',
      details: { 'query.limit': 'must be at most 10; it is "11"', 'body.name': 'must be a string' },
    });
  });

  it('are refused with the error code of the route', async () => {
    expect((await call('/v0/things/search?limit=11')).error).toMatchObject({
      code: 'BAD_REQUEST',
      param: 'query.limit',
      details: { 'query.limit': 'must be at most 10; it is "11"' },
    });
    expect((await call('/v0/things/search', { body: '{"name":1}' })).error).toMatchObject({
      code: 'BAD_REQUEST',
      param: 'body.name',
    });
  });

  it.each([
    ['invalid JSON', '{"name":', 400, 'BAD_REQUEST'],
    ['a __proto__ key', '{"__proto__":{}}', 400, 'BAD_REQUEST'],
    ['NUL, which databases refuse', '{"name":"a\\u0000"}', 400, 'BAD_REQUEST'],
    ['NUL in a key', '{"name":"a","b\\u0000":1}', 400, 'BAD_REQUEST'],
    ['a lone surrogate', '{"name":"\\ud83d"}', 400, 'BAD_REQUEST'],
    ['NUL after a byte order mark', '\uFEFF{"name":"a\\u0000"}', 400, 'BAD_REQUEST'],
    ['101 levels', deep(101), 400, 'BAD_REQUEST'],
    ['a hundred thousand levels', deep(100_000), 400, 'BAD_REQUEST'],
    ['more than 2 MB', `{"name":"${'x'.repeat(2_000_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('are refused with %s', async (_what, body, status, code) => {
    expect(await call('/v0/things', { body })).toMatchObject({ status, error: { code } });
  });

  it.each([
    ['{"name":', 'body', 'The body is not valid JSON.'],
    ['{"name":"a","__proto__":{}}', 'body', 'The body has a key "__proto__"'],
    ['{"constructor":{"prototype":{}}}', 'body', 'or "constructor"'],
    ['{"name":"a\\u0000"}', 'body', 'The body contains U+0000'],
    ['\uFEFF{"name":"\\ud83d"}', 'body', 'The body contains U+0000'],
    ['\uFEFF{"name":"a","__proto__":{}}', 'body', 'The body has a key "__proto__"'],
    [deep(101), 'body', 'The body is nested deeper than 100 levels'],
  ])('explain what is wrong with %s', async (body, param, message) => {
    expect((await call('/v0/things', { body })).error).toMatchObject({
      param,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['levels', '['.repeat(1_900_000), 400, 'The body is nested deeper than 100 levels.'],
    ['names', named(50_001), 413, 'The body has more than 50000 names of properties.'],
    ['values', `[${'0,'.repeat(250_001)}0]`, 413, 'The body has more than 250000 values.'],
  ])(
    'are refused before they are parsed for their endless %s',
    async (_what, body, status, text) => {
      // Each lacks its end, so that parsing it would find that it is not valid JSON.
      const cut = body.slice(0, -1);
      expect(await call('/v0/things', { body: cut })).toMatchObject({
        status,
        error: { param: 'body', message: expect.stringContaining(text) },
      });
    },
  );

  it.each([
    ['a byte order mark', '\uFEFF{"name":"a"}', {}],
    ['the encoding identity', '{"name":"a"}', { 'content-encoding': 'Identity' }],
  ])('may have %s', async (_what, body, more) => {
    const headers = { 'content-type': 'application/json', ...more };
    expect((await call('/v0/things', { body, headers })).json).toEqual({ name: 'a' });
  });

  it('may be sent without a content-length', async () => {
    const response = await fetch(`${app.url}/v0/things`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
      body: new Blob(['{"name":"a"}']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toEqual({ name: 'a' });
  });

  it('may be as large as the largest that a schema accepts', async () => {
    const body = `{"name":"a","values":[0${',0'.repeat(200_000)}],"more":${named(49_990)}}`;
    expect((await call('/v0/things', { body })).status).toBe(201);
    const text = `{"name":"[{:,${'\\"[{:,'.repeat(150_000)}"}`;
    expect((await call('/v0/things', { body: text })).status).toBe(201);
  });

  it('may be nested', async () => {
    expect((await call('/v0/things', { body: deep(100) })).status).toBe(201);
  });

  it('may contain surrogate pairs and escaped backslashes that resemble refused characters', async () => {
    const body = '{"name":"\\ud83d\\ude00 \\\\u0000"}';
    expect((await call('/v0/things', { body })).json).toEqual({ name: '😀 \\u0000' });
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/xml' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ])('are refused as %o', async (headers) => {
    expect(await call('/v0/things', { body: '{"name":"a"}', headers })).toMatchObject({
      status: 415,
      error: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
  });
});

describe('parameters of the path', () => {
  it.each([
    ['decoded', 'a%2Fb%20%C3%A9', 'a/b é'],
    ['long', 'x'.repeat(5_000), 'x'.repeat(5_000)],
  ])('are accepted when they are %s', async (_what, given, read) => {
    expect((await call(`/v0/things/${given}`, { method: 'GET' })).json).toEqual({ name: read });
  });

  it('are refused with NUL', async () => {
    expect((await call('/v0/things/a%00b', { method: 'GET' })).error).toMatchObject({
      code: 'INVALID_VALIDATION_REQUEST',
      param: 'params.thingId',
    });
  });
});

describe('lists', () => {
  const list = async (query: string) => (await call(`/v0/things${query}`, { method: 'GET' })).json;

  it('start with page 1 and size 100 by default', async () => {
    expect(await list('')).toMatchObject({ total: 7, page: 1, size: 100, has_more: false });
  });

  it.each([
    ['?page=1&size=3', ['0', '1', '2'], true],
    ['?page=2&size=3', ['3', '4', '5'], true],
    ['?page=3&size=3', ['6'], false],
    ['?page=4&size=3', [], false],
    ['?page=1&size=7', ['0', '1', '2', '3', '4', '5', '6'], false],
  ])('answer %s', async (query, names, has_more) => {
    const { data, ...rest } = await list(query);
    expect(data.map((one: { name: string }) => one.name)).toEqual(names);
    expect(rest).toMatchObject({ total: 7, has_more });
  });

  it.each(['page=0', 'size=0', 'size=201', 'page=x', 'page=1.5', 'page=1&page=2'])(
    'refuse %s',
    async (query) => {
      expect((await list(`?${query}`)).error.param).toBe(`query.${query.slice(0, 4)}`);
    },
  );
});

describe('the order of checks', () => {
  const long = { 'idempotency-key': 'k'.repeat(256) };
  const bad = '{"name":';

  it('is key, scope, rate, Idempotency-Key, body', async () => {
    const reader = app.addApiKey(['boards:read']);
    const codeOf = async (init: Call) => (await call('/v0/things', init)).error.code;
    expect(await codeOf({ key: 'ct_no', headers: long, body: bad })).toBe('UNAUTHORIZED');
    expect(await codeOf({ key: reader, headers: long, body: bad })).toBe('FORBIDDEN');
    expect(await codeOf({ headers: long, body: bad })).toBe('INVALID_IDEMPOTENCY_KEY');
    expect(await codeOf({ body: bad })).toBe('BAD_REQUEST');
  });

  it('has the rate limit before the Idempotency-Key', async () => {
    const limited = await startApp({ perSecond: 1, api: madeUpApi(async (body) => body) });
    cleanUp(limited.close);
    const headers = { authorization: `Bearer ${limited.apiKey}`, ...long };
    const send = () => fetch(`${limited.url}/v0/things`, { method: 'POST', headers });
    expect((await send()).status).toBe(400);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-limit')).toBe('1');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
  });
});
