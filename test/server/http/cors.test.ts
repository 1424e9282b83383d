// Which web pages may call the API from a browser, and when HSTS is sent.
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
const ORIGIN = 'https://app.example.com';
let app: AppUnderTest;
let closed: AppUnderTest;

beforeAll(async () => {
  app = await startApp({ parts: { corsOrigins: [ORIGIN], trustProxy: 'loopback' } });
  cleanUp(app.close);
  closed = await startApp();
  cleanUp(closed.close);
});

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

const ask = (at: AppUnderTest, headers: Record<string, string>) =>
  at.api('/v0/top_events', { headers: { authorization: `Bearer ${at.apiKey}`, ...headers } });

describe('a page of a configured origin', () => {
  it('passes the preflight', async () => {
    const response = await preflight(`${app.url}/v0/top_events`, ORIGIN);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    // Any further header, too: tracing libraries add some to each request of a page.
    expect(response.headers.get('access-control-allow-headers')).toMatch(/^authorization, .*, \*$/);
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('may read answers, errors included', async () => {
    const good = await ask(app, { origin: ORIGIN });
    expect(good.status).toBe(200);
    expect(good.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(good.headers.get('access-control-expose-headers')).toContain('RateLimit-Reset');
    const bad = await ask(app, { origin: ORIGIN, authorization: 'Bearer wrong' });
    expect(bad.status).toBe(401);
    expect(bad.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });
});

it('of another origin gets the name of the setting in the error', async () => {
  const response = await preflight(`${app.url}/v0/top_events`, 'https://other.example');
  expect(response.status).toBe(405);
  expect(await response.text()).toContain('Pages from https://other.example may not call the API');
});

it('has no access to routes outside the API', async () => {
  const { headers } = await fetch(`${app.url}/healthz`, { headers: { origin: ORIGIN } });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

describe('any other page', () => {
  it.each([
    'https://evil.example',
    'https://app.example.com.evil.example',
    'https://app.example.co',
    'null',
  ])('%s has no access', async (origin) => {
    const asked = await preflight(`${app.url}/v0/top_events`, origin);
    expect(asked.status).toBe(405);
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    const answer = await ask(app, { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('has no access without configured origins, but may send events', async () => {
    const answer = await ask(closed, { origin: ORIGIN });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    for (const { url } of [app, closed]) {
      for (const [path, origin] of [
        ['/v0/raw_events', 'https://any.example'],
        ['/v0/raw_events/', ORIGIN],
      ] as const) {
        const asked = await preflight(`${url}${path}`, origin);
        expect(asked.headers.get('access-control-allow-origin')).toBe('*');
      }
    }
  });
});

it('sends HSTS only when a trusted proxy reports TLS', async () => {
  const header = { 'x-forwarded-proto': 'https' };
  const trusted = await ask(app, header);
  expect(trusted.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
  expect((await ask(app, {})).headers.get('strict-transport-security')).toBeNull();
  expect((await ask(closed, header)).headers.get('strict-transport-security')).toBeNull();
});
