// The three files of the dashboard: their headers, compression and caching.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { createDashboard } from '../../../src/server/dashboard/routes.js';
import type { PageBody, PageResponse } from '../../../src/server/http/page-route.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();
const HTML = '<html data-demo="{{demo}}" data-url="{{publicUrl}}">{{script}} {{styles}}</html>';
const SCRIPT = 'console.log("dashboard");'.repeat(40);
let directory: string;
let ask: (path: string, headers?: Record<string, string>) => Promise<PageResponse<PageBody>>;

beforeAll(async () => {
  directory = await createTestDirectory(cleanUp);
  const { routes } = createDashboard({
    assetsDirectory: directory,
    demo: true,
    publicUrl: () => 'https://events.example/"><script>',
  });
  ask = (path, headers = {}) => {
    const url = new URL(path, 'http://localhost');
    const route = routes.find((one) => one.path === url.pathname);
    if (route === undefined) throw new Error(`Nothing is at ${path}.`);
    return route.handle({ query: Object.fromEntries(url.searchParams), headers, params: {} });
  };
  await expect(ask('/')).rejects.toThrow('npm run build');
  await writeFile(join(directory, 'dashboard.html'), HTML);
  await writeFile(join(directory, 'dashboard.js'), SCRIPT);
  await writeFile(join(directory, 'dashboard.css'), 'body { color: red }');
});

it('the page refers to its files by hash, and escapes inserted values', async () => {
  const { status, headers, body } = await ask('/');
  expect(status).toBe(200);
  expect(body).toMatch(
    /^<html data-demo="on" data-url="https:\/\/events.example\/&quot;&gt;&lt;script&gt;">[\w-]{16} [\w-]{16}<\/html>$/,
  );
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers['cache-control']).toBe('no-cache');
});

it('a file is cached for ever only under the address with its own hash', async () => {
  const { headers } = await ask('/dashboard/dashboard.js');
  expect(headers['cache-control']).toBe('no-cache');
  const [script] = String((await ask('/')).body).match(/[\w-]{16}(?= )/) ?? [];
  const named = await ask(`/dashboard/dashboard.js?v=${script}`);
  expect(named.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  // The hash of another version, which another server may run during an update.
  const other = await ask('/dashboard/dashboard.js?v=0123456789abcdef');
  expect(other.headers['cache-control']).toBe('no-cache');
  const again = await ask('/dashboard/dashboard.js', { 'if-none-match': `W/${headers.etag}` });
  expect([again.status, again.body]).toEqual([304, '']);
});

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('accept-encoding %s gets %s', async (accepted, encoding, unpack) => {
  const { headers, body } = await ask('/dashboard/dashboard.js', { 'accept-encoding': accepted });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(unpack(body as Uint8Array).toString()).toBe(SCRIPT);
  expect(body.length).toBeLessThan(SCRIPT.length / 4);
});

it('without accept-encoding the file is uncompressed, with another ETag', async () => {
  const plain = await ask('/dashboard/dashboard.js');
  expect(Buffer.from(plain.body as Uint8Array).toString()).toBe(SCRIPT);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await ask('/dashboard/dashboard.js', { 'accept-encoding': 'br' });
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
});
