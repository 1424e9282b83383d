// The configurations of nginx in the example and the docs, in a genuine nginx in front of the real
// server.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Chaintrail } from 'chaintrail/client';
import { type APIRequestContext, request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { countryDatabase } from '../../server/events/enrichment/country-database.js';
import { readTopEvents } from '../../support/ask-api.js';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { makeCertificate, startNginx, type TestNginx } from '../../support/nginx.js';
import { fromRoot } from '../../support/project.js';
import { startServer, type TestServer } from '../../support/server.js';
import { readSnippets } from '../../support/snippets.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { unusedPort } from '../../support/unused-port.js';
import { CHROME_USER_AGENT } from '../../support/user-agent.js';

const VISITOR = '203.0.113.7';

const cleanUp = createCleanup();
let server: TestServer;
let nginx: TestNginx;
let caller: APIRequestContext;
/** Origins of the example's site, and of a dapp that forwards requests below `/ingest` to it. */
let events: string;
let dapp: string;

beforeAll(async () => {
  const folder = await createTestDirectory(cleanUp);
  const countries = join(folder, 'countries.mmdb');
  await writeFile(countries, countryDatabase(VISITOR, { country_code: 'SE' }));
  server = await startServer({
    ...{ PUBLIC_URL: 'https://events.example.com', TRUST_PROXY: 'loopback' },
    GEOIP_DB: countries,
  });
  cleanUp(server.dispose);
  const [eventsPort, dappPort] = await Promise.all([unusedPort(), unusedPort()]);
  events = `https://127.0.0.1:${eventsPort}`;
  dapp = `https://127.0.0.1:${dappPort}`;
  nginx = await startNginx({
    site: await siteOf(folder, eventsPort, dappPort),
    port: eventsPort,
    folder: await createTestDirectory(cleanUp),
  });
  cleanUp(nginx.stop);
  caller = await request.newContext({
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { 'user-agent': CHROME_USER_AGENT, 'x-forwarded-for': VISITOR },
  });
  cleanUp(() => caller.dispose());
});

/** Both configurations unchanged except for ports, certificates and the address of a host name. */
const siteOf = async (folder: string, eventsPort: number, dappPort: number): Promise<string> => {
  const { certificate, key } = await makeCertificate(folder, ['events.example.com']);
  const example = await readFile(fromRoot('examples/self-hosted/nginx.conf'), 'utf8');
  const recipe = readSnippets().find(({ language }) => language === 'nginx')?.code;
  const changed = (text: string, from: string, to: string) => {
    expect(text.split(from)).toHaveLength(2);
    return text.replace(from, to);
  };
  let site = changed(example, 'listen 443 ', `listen 127.0.0.1:${eventsPort} `);
  site = changed(site, '  server 127.0.0.1:4318;', `  server ${new URL(server.url).host};`);
  site = changed(site, '/etc/ssl/events.example.com.pem', certificate);
  site = changed(site, '/etc/ssl/private/events.example.com.key', key);
  return `${site}
upstream events.example.com { server 127.0.0.1:${eventsPort}; }
server {
  listen 127.0.0.1:${dappPort} ssl;
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  location = / {
    default_type text/html;
    return 200 '<!doctype html><script src="/ingest/chaintrail.js" data-write-key="${server.writeKey}"></script>';
  }
  ${recipe}
}`;
};

const eventsOf = (count: number, event: string, padding = '') =>
  JSON.stringify(
    Array.from({ length: count }, () => ({
      ...{ type: 'track', event, channel: 'web', version: '0', properties: { padding } },
      ...{ anonymous_id: randomUUID(), message_id: randomUUID() },
    })),
  );

const send = (origin: string, body: string | Buffer, headers = {}) =>
  caller.post(`${origin}/v0/raw_events`, {
    data: Buffer.from(body),
    headers: {
      ...{ authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
      ...headers,
    },
  });

/** Sends the path exactly as written, without normalising it, as an attacker would. */
const statusOf = (origin: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    get({ hostname, port, path, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

it('is accepted without a warning', () => expect(nginx.output()).toBe(''));

it('accepts events on both hosts, also compressed, and locates the visitor', async () => {
  const answers = [
    await send(events, eventsOf(1, 'direct')),
    await send(events, gzipSync(eventsOf(1, 'direct')), { 'content-encoding': 'gzip' }),
    await send(`${dapp}/ingest`, gzipSync(eventsOf(1, 'own')), { 'content-encoding': 'gzip' }),
  ];
  for (const answer of answers) {
    expect(await answer.json()).toEqual({ successful_rows: 1, quarantined_rows: 0 });
  }
  await eventually(async () =>
    expect(await readTopEvents(server)).toEqual({ 'track:direct': 2, 'track:own': 1 }),
  );
  const client = new Chaintrail({ apiKey: server.apiKey, baseURL: server.url });
  // Locations are in another table than the names of events, which is filled slightly later.
  await eventually(async () => {
    const { data } = await client.analytics.topLocations();
    expect(data.map(({ location }) => location)).toEqual(['SE']);
  });
});

it('accepts a query with the longest allowed filters', async () => {
  const value = Array.from({ length: 1_000 }, (_, index) => `/collections/item-${index}`);
  const filters = JSON.stringify([{ field: 'page', op: 'in', value }]);
  const answer = await caller.get(`${events}/v0/top_events?${new URLSearchParams({ filters })}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  expect(answer.status()).toBe(200);
});

it('accepts a batch of the largest size, and none that the server would refuse', async () => {
  const padding = 'x'.repeat(8_000);
  const largest = eventsOf(240, 'large', padding).padEnd(2_000_000);
  for (const origin of [events, `${dapp}/ingest`]) {
    expect(await (await send(origin, largest)).json()).toMatchObject({ successful_rows: 240 });
    expect((await send(origin, `${largest} `)).status()).toBe(413);
    expect((await send(origin, largest.padEnd(2_200_000))).status()).toBe(413);
  }
});

it('denies access to /metrics in any notation', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/a/../metrics']) {
    expect(await statusOf(events, path), path).toBe(403);
    expect(await statusOf(dapp, `/ingest${path}`), path).toBe(403);
  }
  expect(await statusOf(events, '/healthz')).toBe(200);
});

it('loses no events of a page while the server is down', async () => {
  const browser = await launchBrowser();
  cleanUp(() => browser.close());
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(dapp);
  await eventually(async () => expect((await readTopEvents(server)).page).toBe(1));
  await server.kill9();
  const away = page.waitForResponse((answer) => answer.status() === 502);
  await page.evaluate(() => window.chaintrail.track('while away'));
  await away;
  await server.restart();
  await eventually(async () =>
    expect(await readTopEvents(server)).toMatchObject({ page: 1, 'track:while away': 1 }),
  );
});
