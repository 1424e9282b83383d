// The routes without a key: health, the OpenAPI document, the script, and pages of other areas.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../../src/protocol/routes.js';
import { scriptRoute } from '../../../src/server/http/script-route.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;
let scriptFile: string;

beforeAll(async () => {
  const directory = await createTemporaryDirectory();
  cleanUp(directory.remove);
  scriptFile = join(directory.path, 'chaintrail.js');
  app = await startApp({ pages: [scriptRoute(scriptFile)] });
  cleanUp(app.close);
});

const SCRIPT = 'var chaintrail;'.repeat(100);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers, redirect: 'manual' });

it('answers health and readiness checks', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  app.behind.isReady = false;
  const response = await get('/readyz');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({
    error: { code: 'SERVICE_UNAVAILABLE', details: { analytics: 'does not answer' } },
  });
  expect((await get('/healthz')).status).toBe(200);
  app.behind.isReady = true;
});

it('keeps idle connections longer than the proxies in front of it do', async () => {
  // 600 s is the longest of those that cannot be changed: that of Google's load balancer.
  const [, seconds] =
    /timeout=(\d+)/.exec((await get('/healthz')).headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(600);
});

it('serves the OpenAPI document', async () => {
  const document = await (await get('/openapi.json')).json();
  expect(document).toMatchObject({ info: { version: '0.1.0' }, servers: [{ url: app.url }] });
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(Object.values(routes).map(({ path }) => path)),
  );
});

it.each([
  ['/nothing', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['/nothing', '*/*', 'application/json'],
  ['/nothing', 'application/json, text/html', 'application/json'],
  ['/v0/nothing', 'text/html', 'application/json'],
  ['/v0', 'text/html', 'application/json'],
])('answers 404 at %s with accept %s as %s', async (path, accept, type) => {
  const response = await get(path, { accept });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  const body = await response.text();
  if (type === 'application/json') {
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    return;
  }
  expect(body).toContain('<a href="/">');
  expect(body).toContain('<a href="/docs">');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('serves the script to any origin, and 304 where the ETag matches', async () => {
  expect((await get('/chaintrail.js')).status).toBe(404);
  await writeFile(scriptFile, SCRIPT);
  const response = await get('/chaintrail.js');
  expect(await response.text()).toBe(SCRIPT);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  });
  const etag = response.headers.get('etag') ?? '';
  // The ETag as it is, weak as compressing proxies make it, and in a list.
  for (const known of [etag, `W/${etag}`, `"older" , W/${etag}`]) {
    const again = await get('/chaintrail.js', { 'if-none-match': known });
    expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
    expect(again.headers.get('content-length')).toBeNull();
  }
  const other = await get('/chaintrail.js', { 'if-none-match': '"older", W/"other"' });
  expect(other.status).toBe(200);
});

it.each(['br', 'gzip'])('compresses the script with %s for who accepts that', async (encoding) => {
  await writeFile(scriptFile, SCRIPT);
  const response = await get('/chaintrail.js', { 'accept-encoding': encoding });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('accept-encoding');
  expect(Number(response.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 4);
  expect(await response.text()).toBe(SCRIPT);
});
