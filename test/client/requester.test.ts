// When a call is retried, when it follows a redirect, and with which error it ends.
import { describe, expect, it } from 'vitest';
import {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  Chaintrail,
  ChaintrailError,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  ContextLimitError,
  IdempotencyInProgressError,
  InternalServerError,
  InvalidChainIdError,
  InvalidIdempotencyKeyError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  ProfileNotFoundError,
  RateLimitError,
  ServiceUnavailableError,
  TimeoutError,
  ValidationError,
} from '../../src/client/index.js';
import { RANDOM_KEY } from './random-key.js';
import { failure, hanging, json, type ScriptedServer, scriptedServer } from './scripted-server.js';

const clientOf = (server: ScriptedServer, options: ClientOptions = {}) =>
  new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch, ...options });
const AT_ONCE = { 'retry-after': '0' };
const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it was answered'),
    (error) => error,
  );

describe('a retry', () => {
  it.each([
    ['408', failure(408, 'X', AT_ONCE)],
    ['429', failure(429, 'TOO_MANY_REQUESTS', AT_ONCE)],
    ['429 in plain text', new Response('slow down', { status: 429, headers: AT_ONCE })],
    ['500', failure(500, 'INTERNAL_SERVER_ERROR', AT_ONCE)],
    ['502 of a proxy', new Response('bad gateway', { status: 502, headers: AT_ONCE })],
    ['503', failure(503, 'SERVICE_UNAVAILABLE', { 'ratelimit-reset': '0' })],
    ['an idempotent write that is still running', failure(409, 'IDEMPOTENCY_IN_PROGRESS', AT_ONCE)],
    [
      'a failure with x-should-retry: true',
      failure(400, 'X', { ...AT_ONCE, 'x-should-retry': 'true' }),
    ],
  ])('follows %s', async (_, first) => {
    const server = scriptedServer(first, json({ ok: 1 }));
    expect(await clientOf(server).get('/v0/x')).toEqual({ ok: 1 });
    expect(server.asked).toHaveLength(2);
  });

  it('follows a connection that broke, also while the body was read', async () => {
    const broken = () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }));
    const server = scriptedServer(new TypeError('fetch failed'), broken, json({ ok: 1 }));
    expect(await clientOf(server).get('/v0/x')).toEqual({ ok: 1 });
    expect(server.asked).toHaveLength(3);
  });

  it('happens at most maxRetries times, and the error counts the attempts', async () => {
    const server = scriptedServer(failure(503, 'SERVICE_UNAVAILABLE', AT_ONCE));
    const error = await rejected(clientOf(server).get('/v0/x', { maxRetries: 3 }));
    expect(error).toBeInstanceOf(ServiceUnavailableError);
    expect(error).toMatchObject({ attempts: 4, status: 503, requestId: 'req_1' });
    expect(server.asked).toHaveLength(4);
  });

  it.each([
    ['400', failure(400, 'BAD_REQUEST')],
    ['401', failure(401, 'UNAUTHORIZED')],
    ['404', failure(404, 'NOT_FOUND')],
    ['another 409', failure(409, 'CONFLICT')],
    [
      'IDEMPOTENCY_IN_PROGRESS with a status other than 409',
      failure(400, 'IDEMPOTENCY_IN_PROGRESS'),
    ],
    ['a 503 with x-should-retry: false', failure(503, 'X', { 'x-should-retry': 'false' })],
  ])('does not follow %s', async (_, answer) => {
    const server = scriptedServer(answer);
    await rejected(clientOf(server).get('/v0/x'));
    expect(server.asked).toHaveLength(1);
  });

  it('has the same idempotency key, which the error shows', async () => {
    const server = scriptedServer(failure(503, 'SERVICE_UNAVAILABLE', AT_ONCE));
    const error = await rejected(
      clientOf(server).post('/v0/alerts', { body: {}, idempotencyKey: 'once' }),
    );
    expect(server.asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
      Array(3).fill('once'),
    );
    expect(error).toMatchObject({ idempotencyKey: 'once' });
  });

  it('of a write by path has the same generated key, so that the write does not run twice', async () => {
    const server = scriptedServer(failure(503, 'SERVICE_UNAVAILABLE', AT_ONCE));
    const error = await rejected(clientOf(server).post('/v0/boards', { body: { title: 'a' } }));
    const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toEqual(new Set([(error as ApiError).idempotencyKey]));
    expect(keys[0]).toMatch(RANDOM_KEY);
  });
});

describe('a redirect', () => {
  it.each([
    [307, 'post'],
    [308, 'post'],
    [301, 'patch'],
    [302, 'delete'],
    [301, 'get'],
    [303, 'get'],
  ] as const)('is followed after %i, which keeps the method %s', async (status, method) => {
    const server = scriptedServer((init) =>
      init.redirect === 'manual'
        ? json(undefined, { status, headers: { location: 'https://x.test/v0/alerts' } })
        : json({ id: 'alrt_1' }),
    );
    const call = clientOf(server)[method]<{ id: string }>('/v0/alerts/alrt_1');
    expect(await call).toEqual({ id: 'alrt_1' });
  });

  it('of a write is followed where the browser hides its status', async () => {
    const hidden = () =>
      Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const server = scriptedServer((init) =>
      init.redirect === 'manual' ? hidden() : json({ id: 'brd_1' }),
    );
    expect(await clientOf(server).boards.create({ title: 'a' })).toEqual({ id: 'brd_1' });
  });
});

describe('a call ends', () => {
  it.each([
    [400, 'BAD_REQUEST', BadRequestError],
    [400, 'INVALID_VALIDATION_REQUEST', ValidationError],
    [400, 'INVALID_IDEMPOTENCY_KEY', InvalidIdempotencyKeyError],
    [400, 'INVALID_CHAIN_ID', InvalidChainIdError],
    [400, 'CONTEXT_LIMIT_EXCEEDED', ContextLimitError],
    [401, 'UNAUTHORIZED', AuthenticationError],
    [402, 'ANYTHING', PaymentRequiredError],
    [403, 'FORBIDDEN', PermissionDeniedError],
    [404, 'NOT_FOUND', NotFoundError],
    [404, 'PROFILE_NOT_FOUND', ProfileNotFoundError],
    [409, 'CONFLICT', ConflictError],
    [409, 'IDEMPOTENCY_IN_PROGRESS', IdempotencyInProgressError],
    [429, 'TOO_MANY_REQUESTS', RateLimitError],
    [500, 'INTERNAL_SERVER_ERROR', InternalServerError],
    [503, 'SERVICE_UNAVAILABLE', ServiceUnavailableError],
    [409, 'A_NEW_CODE', ConflictError],
    [418, 'A_NEW_CODE', ApiError],
    [502, 'A_NEW_CODE', InternalServerError],
  ])('with the error class of %d %s', async (status, code, kind) => {
    const server = scriptedServer(failure(status, code));
    const error = await rejected(clientOf(server, { maxRetries: 0 }).get('/v0/x'));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).constructor).toBe(kind);
    expect((error as ApiError).name).toBe(kind.name);
    expect(error).toMatchObject({ status, code, docUrl: `https://x.test/errors#${code}` });
  });

  it.each([
    ['{"error":"the key is wrong"}', '401 the key is wrong'],
    ['{"x402Version":1,"error":"pay first","accepts":[]}', '401 pay first'],
    ['<h1>Bad gateway</h1>', '401 <h1>Bad gateway</h1>'],
    ['', '401'],
    ['null', '401 null'],
  ])('with a message from the body %s', async (body, message) => {
    const server = scriptedServer(() => new Response(body, { status: 401 }));
    expect(await rejected(clientOf(server).get('/v0/x'))).toMatchObject({ message, status: 401 });
  });

  it('with a TimeoutError when the server hangs', async () => {
    const server: ScriptedServer = scriptedServer(hanging(() => server));
    const call = clientOf(server, { timeout: 5, maxRetries: 0 }).get('/v0/x');
    const error = await rejected(call);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ConnectionError);
  });

  it.each([Number.POSITIVE_INFINITY, 60_000.5])(
    'with its answer where the timeout is %s ms, which setTimeout cannot take',
    async (timeout) => {
      const server = scriptedServer(json({ ok: 1 }));
      expect(await clientOf(server, { timeout, maxRetries: 0 }).get('/v0/x')).toEqual({ ok: 1 });
      expect(server.asked[0]?.init.signal?.aborted).toBe(false);
    },
  );

  it('with a TimeoutError at its deadline, even if an attempt could take longer', async () => {
    const server: ScriptedServer = scriptedServer(hanging(() => server));
    const error = await rejected(clientOf(server).get('/v0/x', { deadline: 5 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ message: expect.stringMatching(/after [0-5] ms/) });
    expect(server.asked).toHaveLength(1);
  });

  it('without a retry whose wait would pass the deadline', async () => {
    const server = scriptedServer(failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' }));
    const call = clientOf(server).get('/v0/x', { deadline: 20_000 });
    expect(await rejected(call)).toBeInstanceOf(ServiceUnavailableError);
    expect(server.asked).toHaveLength(1);
  });

  it('with an AbortError when aborted during an attempt and during a wait', async () => {
    const hung: ScriptedServer = scriptedServer(hanging(() => hung));
    const ends = new AbortController();
    const call = clientOf(hung).get('/v0/x', { signal: ends.signal });
    ends.abort();
    expect(await rejected(call)).toBeInstanceOf(AbortError);

    const waiting = new AbortController();
    const server = scriptedServer(() => {
      queueMicrotask(() => setTimeout(() => waiting.abort()));
      return failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' });
    });
    const other = clientOf(server).get('/v0/x', { signal: waiting.signal });
    expect(await rejected(other)).toBeInstanceOf(AbortError);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    [301, 'post'],
    [302, 'post'],
    [303, 'post'],
    [303, 'patch'],
    [303, 'delete'],
  ] as const)('with an error at %i, which turns a %s into a GET', async (status, method) => {
    const server = scriptedServer((init) =>
      init.redirect === 'manual'
        ? json(undefined, { status, headers: { location: 'https://x.test/v0/alerts' } })
        : json({ data: [], page: 1, has_more: false }),
    );
    const error = await rejected(clientOf(server)[method]('/v0/alerts', { body: {} }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, message: expect.stringContaining('https://x.test') });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['empty', () => json(undefined)],
    ['not an object', () => json('ok')],
  ])('with a hint to check baseURL when a 200 answer is %s', async (_, answer) => {
    const { alerts, profiles } = clientOf(scriptedServer(answer));
    for (const call of [alerts.retrieve('a'), profiles.retrieve('0x1'), profiles.search()]) {
      const error = await rejected(call);
      expect(error).toBeInstanceOf(ChaintrailError);
      expect(error).toMatchObject({ message: expect.stringContaining('Check baseURL') });
    }
  });

  it('with a ChaintrailError when its body or key cannot be sent', async () => {
    const client = clientOf(scriptedServer());
    const number = await rejected(client.post('/v0/x', { body: { of: 1n } }));
    expect(number).toBeInstanceOf(ChaintrailError);
    expect(number).toMatchObject({
      message: expect.stringMatching(/^POST .* cannot be sent: .*BigInt/),
    });
    const key = await rejected(client.post('/v0/x', { body: {}, idempotencyKey: 'ключ' }));
    expect(key).toBeInstanceOf(ChaintrailError);
  });

  it('with a hint to check baseURL when a 200 answer is not JSON', async () => {
    const server = scriptedServer(new Response('<html>', { status: 200 }));
    await expect(clientOf(server).get('/v0/x')).rejects.toThrow('Check baseURL');
  });
});

describe('another fetch, such as node-fetch', () => {
  it('is read without clone(), which stalls at 16 kB there, and asResponse() can be read', async () => {
    const noClone = () =>
      Object.assign(json({ ok: 1 }), { clone: () => expect.unreachable('it was cloned') });
    const client = clientOf(scriptedServer(noClone));
    expect(await client.get('/v0/x')).toEqual({ ok: 1 });
    expect(await (await client.get('/v0/x').asResponse()).json()).toEqual({ ok: 1 });
  });

  it('ends with a TimeoutError even if fetch rejects with its own AbortError', async () => {
    const ownError = (init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        const error = Object.assign(new Error('The operation was aborted.'), {
          name: 'AbortError',
        });
        init.signal?.addEventListener('abort', () => reject(error));
      });
    const client = clientOf(scriptedServer(ownError), { timeout: 20, maxRetries: 0 });
    expect(await rejected(client.get('/v0/x'))).toBeInstanceOf(TimeoutError);
  });
});
