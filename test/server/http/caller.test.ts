// The address of a caller is used for the session only.
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

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

const store = async (changes: Record<string, unknown>, userAgent = FIREFOX, told?: string) => {
  const event = anEvent(changes);
  const forwarded = told === undefined ? {} : { 'x-forwarded-for': told };
  await app.send(JSON.stringify(event), { 'user-agent': userAgent, ...forwarded });
  return eventually(() => {
    const row = app.behind.rows.find(({ message_id }) => message_id === event.message_id);
    expect(row).toBeDefined();
    return row;
  });
};

it('derives the session from address and user agent when the event has none', async () => {
  const first = await store({});
  expect(first?.session_id).toMatch(/^[\w-]{22}$/);
  expect(first).toMatchObject({ browser: 'firefox', os: 'linux', device: 'desktop', is_bot: 0 });
  expect((await store({}))?.session_id).toBe(first?.session_id);
  expect((await store({}, 'Mozilla/5.0 (other)'))?.session_id).not.toBe(first?.session_id);
});

it('ignores the port in X-Forwarded-For', async () => {
  const sessionOf = async (told: string) => (await store({}, FIREFOX, told))?.session_id;
  const session = await sessionOf('203.0.113.9');
  expect(await sessionOf('203.0.113.9:51234')).toBe(session);
  expect(await sessionOf('203.0.113.9:51235')).toBe(session);
  expect(await sessionOf('203.0.113.8:51234')).not.toBe(session);
});

it('uses the last address in X-Forwarded-For that is not a trusted proxy', async () => {
  const sessionOf = async (told: string) => (await store({}, FIREFOX, told))?.session_id;
  const session = await sessionOf('203.0.113.9');
  expect(await sessionOf('203.0.113.9, 127.0.0.1')).toBe(session);
  expect(await sessionOf('203.0.113.9:51234, 127.0.0.1:4711')).toBe(session);
  expect(await sessionOf('198.51.100.7, 203.0.113.9, 127.0.0.2')).toBe(session);
});

it('keeps a given session, and makes none for server events', async () => {
  expect((await store({ session_id: 'visit' }))?.session_id).toBe('visit');
  const row = await store({ channel: 'server' });
  expect(row).toMatchObject({ session_id: '', user_agent: '', browser: '', is_bot: 0 });
});

it('neither stores nor logs the address', async () => {
  await store({});
  const kept = JSON.stringify([app.behind.rows, app.logLines]);
  expect(kept).toContain('firefox');
  expect(kept).not.toMatch(/127\.0\.0\.1|::1/);
});
