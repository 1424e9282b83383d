// The log never contains bodies, keys, or addresses of callers or wallets.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type AppUnderTest, anEvent, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp({ parts: { trustProxy: 'loopback' } });
  cleanUp(app.close);
});

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const CALLER = '203.0.113.77';

it('has a line for each request, without any of its content', async () => {
  const headers = { 'x-forwarded-for': CALLER, 'user-agent': 'telltale-agent' };
  const authorization = `Bearer ${app.apiKey}`;
  await app.send(JSON.stringify([anEvent({ event: 'telltale-event', address: WALLET })]), headers);
  await app.send(`[{"address":"${WALLET}","type":"telltale-type"}]`, headers);
  await app.send(`telltale-body ${WALLET}`, headers);
  await app.api(`/v0/profiles/${WALLET}?email=telltale@example.com`, {
    headers: { ...headers, authorization },
  });
  app.behind.failure = new Error('the database is away');
  await app.api('/v0/top_events?telltale=1', { headers: { ...headers, authorization } });
  await fetch(`${app.url}/v0/top_events`, { headers: { authorization: 'Bearer telltale-key' } });

  const lines = await eventually(() => {
    const requests = app.logLines.filter((line) => JSON.parse(line).message === 'request');
    expect(requests).toHaveLength(6);
    return app.logLines.join('');
  });
  expect(lines).toContain('the database is away');
  expect(lines).not.toMatch(/telltale/);
  expect(lines).not.toContain(WALLET);
  expect(lines).not.toContain(CALLER);
  expect(lines).not.toContain('127.0.0.1');
  expect(lines).not.toContain(app.apiKey);
  expect(lines).not.toContain(app.writeKey);
});
