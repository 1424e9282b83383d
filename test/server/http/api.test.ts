// What all requests of the workspace API share: keys, scopes, validation, errors and headers.
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/protocol/check.js';
import { ERROR_STATUS, errorEnvelopeSchema } from '../../../src/protocol/errors.js';
import { DatabaseUnavailableError } from '../../../src/server/database/database-errors.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp();
  cleanUp(app.close);
});

const checkEnvelope = compile(errorEnvelopeSchema);

/** The error of an answer, which must be a complete envelope. */
const errorOf = async (response: Response) => {
  const body = await response.json();
  expect(checkEnvelope(body)).toEqual([]);
  return { status: response.status, ...body.error };
};

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe('authentication', () => {
  it.each([
    ['no key', {}],
    ['a malformed key', withKey('ct_x')],
    ['an unknown key', withKey(`ct_${'0'.repeat(48)}`)],
    ['another scheme', { headers: { authorization: 'Basic abc' } }],
  ])('refuses %s', async (_what, init) => {
    const response = await app.api('/v0/top_events', { headers: {}, ...init });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await errorOf(response)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });

  it('refuses a revoked key from then on', async () => {
    const key = app.addApiKey(['query:read']);
    expect((await app.api('/v0/top_events', withKey(key))).status).toBe(200);
    const record = app.behind.apiKeys.pop();
    if (record) app.behind.apiKeys.push({ ...record, revoked_at: '2026-01-01T00:00:00Z' });
    expect((await app.api('/v0/top_events', withKey(key))).status).toBe(401);
  });

  it('accepts the scheme in any letter case', async () => {
    const headers = { authorization: `bearer ${app.apiKey}` };
    expect((await app.api('/v0/top_events', { headers })).status).toBe(200);
  });

  it('names the missing scope before any validation error', async () => {
    const key = app.addApiKey(['alerts:read']);
    const error = await errorOf(await app.api('/v0/top_events?limit=0', withKey(key)));
    expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(error.message).toContain('query:read');
  });

  it('answers 401 before any validation error', async () => {
    expect((await app.api('/v0/top_events?limit=0', { headers: {} })).status).toBe(401);
  });
});

describe('validation', () => {
  it('names the first parameter in param, and every failing path in details', async () => {
    const response = await app.api('/v0/top_events?limit=0&offset=x&date_from=2023-02-29');
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'INVALID_VALIDATION_REQUEST',
      param: 'query.date_from',
      details: {
        'query.date_from': 'must be a date such as 2026-01-31; it is "2023-02-29"',
        'query.limit': 'must be at least 1; it is "0"',
        'query.offset': 'must be an integer; it is "x"',
      },
    });
  });

  it('refuses a range that ends before it begins', async () => {
    const response = await app.api('/v0/top_events?date_from=2026-02-02&date_to=2026-02-01');
    expect(await errorOf(response)).toMatchObject({ status: 400, param: 'query.date_from' });
  });

  it('queries only the projects of the workspace, with the default values', async () => {
    await app.api('/v0/top_events?date_to=2026-01-10&further=ignored');
    expect(Object.values(app.behind.questions.at(-1) ?? {})).toEqual([
      ['prj_1', 'prj_2'],
      '2026-01-03',
      '2026-01-10',
      50,
      0,
    ]);
  });
});

describe('addresses', () => {
  it('accepts a trailing slash', async () => {
    expect((await app.api('/v0/top_events/')).status).toBe(200);
  });

  it.each(['/v0/nothing', '/v0/top_events/further', '/V0/top_events'])(
    'answers 404 at %s',
    async (path) => {
      expect(await errorOf(await app.api(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    },
  );

  it('explains a repeated /v0', async () => {
    const { message } = await errorOf(await app.api('/v0/v0/top_events'));
    expect(message).toMatch(/nothing at \/v0\/v0\/top_events\. .* without \/v0\.$/);
  });

  it('refuses a path that cannot be decoded', async () => {
    const response = await app.api('/v0/%zz');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await errorOf(response)).toMatchObject({ status: 400 });
  });

  it.each([
    ['/v0/nothing', 404],
    ['/v0/top_events', 405],
  ])('does not read the body of a POST to %s', async (path, status) => {
    const headers = { 'content-type': 'application/json' };
    const response = await app.api(path, { method: 'POST', headers, body: '{' });
    expect(await errorOf(response)).toMatchObject({ status });
  });

  it('lists the allowed methods with 405', async () => {
    const response = await app.api('/v0/top_events/', { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await errorOf(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('failures', () => {
  it('answers 503 while the database is away, and 500 without details for other errors', async () => {
    app.behind.failure = new DatabaseUnavailableError('the child is gone');
    const away = await app.api('/v0/top_events');
    expect(away.headers.get('retry-after')).toBe('5');
    expect(await errorOf(away)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });

    app.behind.failure = new Error('secret detail');
    const error = await errorOf(await app.api('/v0/top_events'));
    expect(error).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(JSON.stringify(error)).not.toContain('secret detail');
    expect(app.logLines.join('')).toContain('secret detail');
    delete app.behind.failure;
  });

  it('links each error to its section in the reference', async () => {
    const error = await errorOf(await app.api('/v0/nothing'));
    expect(error.doc_url).toBe(`${app.url}/errors#not_found`);
    const page = await (await fetch(error.doc_url)).text();
    for (const code of Object.keys(ERROR_STATUS))
      expect(page).toContain(`id="${code.toLowerCase()}"`);
  });
});

describe('headers', () => {
  it('prevents JSON from being cached, sniffed or executed', async () => {
    const { headers } = await app.api('/v0/top_events');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keeps a valid x-request-id and makes one otherwise', async () => {
    const idOf = async (given: string) => {
      const response = await fetch(`${app.url}/healthz`, { headers: { 'x-request-id': given } });
      return response.headers.get('x-request-id');
    };
    expect(await idOf('abc-123')).toBe('abc-123');
    expect(await idOf('a b')).toMatch(/^req_[0-9a-f]{24}$/);
    expect(await idOf('x'.repeat(128))).toBe('x'.repeat(128));
    expect(await idOf('x'.repeat(129))).toMatch(/^req_/);
  });

  it('logs the route and the workspace, but no key', async () => {
    const headers = { authorization: `Bearer ${app.apiKey}`, 'x-request-id': 'logged' };
    await app.api('/v0/top_events?limit=7', { headers });
    const line = app.logLines
      .map((text) => JSON.parse(text))
      .find((one) => one.request_id === 'logged');
    expect(line).toMatchObject({ route: '/v0/top_events', workspace_id: 'ws_1', status: 200 });
    expect(app.logLines.join('')).not.toMatch(/ct_|127\.0\.0\.1|limit=7/);
  });
});
