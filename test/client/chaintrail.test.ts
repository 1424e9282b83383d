// The options of a client, and what each request contains.
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallOptions,
  Chaintrail,
  ChaintrailError,
  type ClientOptions,
} from '../../src/client/index.js';
import { failure, json, scriptedServer } from './scripted-server.js';

const serverAndClient = (options: ClientOptions = {}) => {
  const server = scriptedServer(json({ ok: 1 }));
  return { server, client: new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch, ...options }) };
};

const { env } = process;
afterEach(() => {
  for (const name of ['API_KEY', 'URL', 'BASE_URL', 'LOG']) delete env[`CHAINTRAIL_${name}`];
  for (const name of ['document']) Reflect.deleteProperty(globalThis, name);
});

describe('options', () => {
  it.each<[string, ClientOptions, string]>([
    ['a missing key', {}, 'CHAINTRAIL_API_KEY'],
    ['an invalid address', { apiKey: 'k', baseURL: 'localhost:4318' }, 'localhost:4318'],
    ['a key of white space', { apiKey: ' \n' }, 'No API key'],
    ['a key that is invalid in a header', { apiKey: 'ct_91802f…d2a6' }, 'apiKey contains "…"'],
    ['a key followed by other text', { apiKey: 'ct_key # mine' }, 'apiKey contains " "'],
    ['an invalid port', { apiKey: 'k', baseURL: 'http://x.test:99999' }, 'x.test:99999'],
    ['an address with a query', { apiKey: 'k', baseURL: 'https://x.test?a=1' }, 'x.test?a=1'],
    [
      'credentials in the address (fetch refuses them), without showing them',
      { apiKey: 'k', baseURL: 'https://me:secret@x.test/api' },
      'baseURL is "x.test/api". Use an http(s) address without credentials',
    ],
    ['an invalid timeout', { apiKey: 'k', timeout: 0 }, 'timeout is 0'],
    ['an invalid number of retries', { apiKey: 'k', maxRetries: -1 }, 'maxRetries is -1'],
    ['an invalid deadline', { apiKey: 'k', deadline: Number.NaN }, 'deadline is NaN'],
  ])('are refused with a message that names the mistake: %s', (_, options, message) => {
    expect(() => new Chaintrail(options)).toThrow(ChaintrailError);
    expect(() => new Chaintrail(options)).toThrow(message);
  });

  it('work where reading the environment throws, as in Deno without permission', () => {
    const denied = () => {
      throw new Error('NotCapable');
    };
    Object.defineProperty(process, 'env', {
      value: new Proxy(env, { get: denied }),
      configurable: true,
      writable: true,
    });
    try {
      expect(() => new Chaintrail()).toThrow('No API key');
      new Chaintrail({ apiKey: 'ct_key' });
    } finally {
      process.env = env;
    }
  });

  it.each<[CallOptions, string]>([
    [{ timeout: Number.NaN }, 'timeout is NaN'],
    [{ deadline: -1 }, 'deadline is -1'],
    [{ maxRetries: Number.NaN }, 'maxRetries is NaN'],
  ])(
    'of a single call are checked in the same way, before it is sent: %j',
    async (options, message) => {
      const server = scriptedServer(json({}));
      const call = new Chaintrail({ apiKey: 'k', fetch: server.fetch }).get('/v0/x', options);
      await expect(call).rejects.toThrow(message);
      await expect(call).rejects.toBeInstanceOf(ChaintrailError);
      expect(server.asked).toEqual([]);
    },
  );

  it('are read from the environment where they are not given', async () => {
    env.CHAINTRAIL_API_KEY = 'ct_env';
    env.CHAINTRAIL_URL = 'https://env.test/base/';
    const server = scriptedServer(json({}));
    await new Chaintrail({ fetch: server.fetch }).get('/v0/x');
    expect(server.asked[0]?.url.href).toBe('https://env.test/base/v0/x');
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer ct_env');
  });

  it('read CHAINTRAIL_BASE_URL, the older name, where CHAINTRAIL_URL is not set', async () => {
    env.CHAINTRAIL_BASE_URL = 'https://older.test';
    const { server, client } = serverAndClient();
    await client.get('/v0/x');
    env.CHAINTRAIL_URL = 'https://env.test';
    await new Chaintrail({ apiKey: 'k', fetch: server.fetch }).get('/v0/x');
    expect(server.asked.map(({ url }) => url.host)).toEqual(['older.test', 'env.test']);
  });

  it('count an empty variable of the environment as not set', async () => {
    env.CHAINTRAIL_API_KEY = ' ';
    env.CHAINTRAIL_URL = ' ';
    expect(() => new Chaintrail()).toThrow('No API key');
    const { server, client } = serverAndClient();
    await client.get('/v0/x');
    expect(server.asked[0]?.url.host).toBe('127.0.0.1:4318');
  });

  it.each([
    ['debug', 1],
    ['info', 0],
    ['loud', 0],
  ])('log at the level of CHAINTRAIL_LOG: %s', async (level, count) => {
    env.CHAINTRAIL_LOG = level;
    const lines: string[] = [];
    const tell = (message: string) => lines.push(message);
    const { client } = serverAndClient({
      logger: { debug: tell, info: tell, warn: tell, error: tell },
    });
    await client.get('/v0/x');
    expect(lines).toHaveLength(count);
  });

  it('may have white space around them, as when read from a file or a form', async () => {
    const { server, client } = serverAndClient({ apiKey: '\nkey\n', baseURL: 'http://x.test/a/ ' });
    await client.get('/v0/x');
    expect(server.asked[0]?.url.href).toBe('http://x.test/a/v0/x');
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer key');
  });

  it('must have dangerouslyAllowBrowser to be accepted in a browser', () => {
    Object.assign(globalThis, { document: {} });
    const { fetch } = scriptedServer(json({}));
    // Node has a navigator since 21.
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    expect(() => new Chaintrail({ apiKey: 'k', fetch })).toThrow('must not be in a page');
    expect(
      () => new Chaintrail({ apiKey: 'k', fetch, dangerouslyAllowBrowser: true }),
    ).not.toThrow();
  });

  it('given to withOptions() change the clone and leave the client as it was', async () => {
    const { server, client } = serverAndClient({ defaultQuery: { a: 1 } });
    await client.withOptions({ apiKey: 'ct_other', baseURL: 'http://other.test' }).get('/v0/x');
    await client.get('/v0/x');
    expect(server.asked.map(({ url }) => url.href)).toEqual([
      'http://other.test/v0/x?a=1',
      'http://127.0.0.1:4318/v0/x?a=1',
    ]);
  });

  it('that are undefined change nothing', async () => {
    env.CHAINTRAIL_API_KEY = 'ct_another_workspace';
    const again = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' });
    const server = scriptedServer(again);
    const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
    const clone = client.withOptions({
      apiKey: undefined,
      fetch: undefined,
      maxRetries: undefined,
    });
    // Testing an alert sends a message to people, so the client does not repeat this call by default.
    const { signal } = new AbortController();
    await expect(
      clone.alerts.test('alrt_1', { signal, maxRetries: undefined }),
    ).rejects.toMatchObject({ attempts: 1 });
    expect(server.asked.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer ct_key',
    ]);
  });
});

describe('a request', () => {
  it('merges default headers and query with its own; null removes one', async () => {
    const { server, client } = serverAndClient({
      defaultHeaders: { 'X-Team': 'a', 'X-Gone': 'b' },
      defaultQuery: { project: 'p', gone: 1 },
      fetchOptions: { redirect: 'manual' },
    });
    await client.post('/v0/x', {
      body: { a: [1] },
      headers: { 'x-team': 'c', 'x-gone': null },
      query: {
        gone: null,
        list: ['a', 'b'],
        filters: [{ field: 'page' }],
        none: undefined,
        since: new Date(0),
      },
    });
    const [asked] = server.asked;
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      project: 'p',
      list: 'a,b',
      filters: '[{"field":"page"}]',
      since: '1970-01-01T00:00:00.000Z',
    });
    expect(asked).toMatchObject({ method: 'POST', body: { a: [1] }, init: { redirect: 'manual' } });
    expect(asked?.headers.get('x-team')).toBe('c');
    expect(asked?.headers.has('x-gone')).toBe(false);
    expect(asked?.headers.get('content-type')).toBe('application/json');
  });

  it('by path keeps the query of the path, and needs no leading slash', async () => {
    const { server, client } = serverAndClient({ defaultQuery: { limit: 1, project_id: 'p' } });
    await client.get('v0/x?limit=2&a=1&a=2', { query: { b: 3 } });
    await client.get('/v0/x?limit=2', { query: { limit: 4, project_id: null } });
    expect(server.asked.map(({ url }) => url.pathname + url.search)).toEqual([
      '/v0/x?limit=2&a=1&a=2&project_id=p&b=3',
      '/v0/x?limit=4',
    ]);
  });

  it('uses the default project_id, also for a write that names none', async () => {
    const { server, client } = serverAndClient({ defaultQuery: { project_id: 'p' } });
    await client.boards.create({ title: 'a' });
    await client.boards.create({ title: 'a', project_id: 'other' });
    await client.contracts.retrieve({ chain: 1, address: '0x' });
    expect(server.asked.map(({ url }) => url.search)).toEqual([
      '?project_id=p',
      '?project_id=other',
      '?project_id=p',
    ]);
  });

  it('without a body has no content type and no idempotency key', async () => {
    const { server, client } = serverAndClient();
    await client.get('/v0/x');
    expect(server.asked[0]?.headers.has('content-type')).toBe(false);
    expect(server.asked[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('resolves to the data, or to the whole response', async () => {
    const { client } = serverAndClient();
    expect(await client.put('/v0/x')).toEqual({ ok: 1 });
    const { data, requestId, response } = await client.patch('/v0/x').withResponse();
    expect([data, requestId, response.status]).toEqual([{ ok: 1 }, 'req_1', 200]);
    expect(await (await client.delete('/v0/x').asResponse()).json()).toEqual({ ok: 1 });
  });

  it('that fails leaves no unhandled rejection in any form of the result', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { fetch } = scriptedServer(failure(404, 'NOT_FOUND'));
    const client = new Chaintrail({ apiKey: 'k', fetch });
    await expect(client.get('/v0/x').withResponse()).rejects.toThrow('NOT_FOUND');
    await expect(client.get('/v0/x').asResponse()).rejects.toThrow('NOT_FOUND');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('is logged by method and path, never with its key, query or body', async () => {
    const lines: unknown[] = [];
    const tell = (message: string, fields: object) => lines.push([message, fields]);
    const logger = { debug: tell, info: tell, warn: tell, error: tell };
    const { client } = serverAndClient({ logger, logLevel: 'debug' });
    await client.post('/v0/x', { body: { secret: 'b' }, query: { secret: 'q' } });
    expect(lines).toEqual([
      [
        'chaintrail: POST /v0/x',
        { status: 200, ms: expect.any(Number), attempt: 1, request_id: 'req_1' },
      ],
    ]);
    await client.withOptions({ logLevel: 'off' }).get('/v0/x');
    expect(lines).toHaveLength(1);
    const { fetch } = scriptedServer(failure(503, 'X', { 'retry-after': '0' }), json({}));
    await client.withOptions({ fetch }).get('/v0/x');
    expect(lines.slice(1)).toMatchObject([
      ['chaintrail: GET /v0/x', { status: 503, attempt: 1 }],
      ['chaintrail: trying GET /v0/x again in 0 ms', { attempt: 1 }],
      ['chaintrail: GET /v0/x', { status: 200, attempt: 2 }],
    ]);
  });
});
