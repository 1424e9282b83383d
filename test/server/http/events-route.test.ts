// The events endpoint over real HTTP: accepted bodies, refused ones, and error answers.
import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { signWriteKey } from '../../../src/server/keys/write-keys.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type AppUnderTest, anEvent, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp();
  cleanUp(app.close);
});

/** The status and the message of an error, whose body is exactly `{ error }`. */
const refusal = async (response: Response) => {
  const body = await response.json();
  expect(body).toEqual({ error: expect.stringMatching(/\S.*\.$/) });
  return { status: response.status, error: body.error as string };
};

const rowsOf = (messageId: string) => app.behind.rows.filter((row) => row.message_id === messageId);

describe('accepts', () => {
  it.each([
    ['an array as application/json', {}, (json: string) => `[${json}]`],
    [
      'an array as text/plain',
      { 'content-type': 'text/plain;charset=UTF-8' },
      (json: string) => `[${json}]`,
    ],
    ['one object', {}, (json: string) => json],
    ['gzip', { 'content-encoding': 'gzip' }, (json: string) => gzipSync(`[${json}]`)],
  ])('%s', async (_what, headers, write) => {
    const event = anEvent({ properties: { plan: 'Größe 大', revenue: '12.5' } });
    const response = await app.send(write(JSON.stringify(event)), headers);
    expect(await response.json()).toEqual({ successful_rows: 1, quarantined_rows: 0 });
    expect(response.status).toBe(200);
    await eventually(() => expect(rowsOf(event.message_id)).toHaveLength(1));
    expect(rowsOf(event.message_id)[0]).toMatchObject({
      project_id: 'prj_1',
      event: 'signup',
      revenue: 12.5,
      properties: { plan: 'Größe 大', revenue: '12.5' },
    });
  });

  it('the valid events of a batch, and quarantines the others', async () => {
    const before = app.quarantinedCount();
    const good = anEvent();
    const batch = [good, anEvent({ type: 'nothing' }), anEvent({ anonymous_id: null }), null, 7];
    const response = await app.send(JSON.stringify(batch));
    expect(await response.json()).toEqual({ successful_rows: 1, quarantined_rows: 4 });
    expect(app.quarantinedCount()).toBe(before + 4);
    await eventually(() => expect(rowsOf(good.message_id)).toHaveLength(1));
  });

  it('a repeated event, which counts once', async () => {
    const event = anEvent();
    const batch = JSON.stringify([event, event]);
    const answers = await Promise.all([app.send(batch), app.send(batch), app.send(batch)]);
    for (const answer of answers) {
      expect(await answer.json()).toEqual({ successful_rows: 2, quarantined_rows: 0 });
    }
    const later = anEvent();
    await app.send(JSON.stringify([later]));
    await eventually(() => expect(rowsOf(later.message_id)).toHaveLength(1));
    expect(rowsOf(event.message_id)).toHaveLength(1);
  });
});

describe('refuses', () => {
  const event = JSON.stringify(anEvent());

  it.each([
    ['invalid JSON', '[{', {}, 400],
    ['a number', '7', {}, 400],
    ['no events', '[]', {}, 400],
    ['an empty body', '', {}, 400],
    ['no valid event', '[{}]', {}, 400],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another encoding', event, { 'content-encoding': 'br' }, 415],
    ['plain text marked as gzip', event, { 'content-encoding': 'gzip' }, 400],
    ['1,001 events', JSON.stringify(Array.from({ length: 1_001 }, () => ({}))), {}, 413],
    ['more than 2 MB', `["${'x'.repeat(2_000_000)}"]`, {}, 413],
    ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000, 32)), { 'content-encoding': 'gzip' }, 413],
  ])('%s', async (_what, body, headers, status) => {
    expect(await refusal(await app.send(body, headers))).toMatchObject({ status });
  });

  it.each([
    ['an empty body', '', 'The body is empty; send a JSON array of events.'],
    ['white space', ' \n', 'The body is empty; send a JSON array of events.'],
    [
      'an object with batch',
      `{"batch":[${event}],"sentAt":1}`,
      'The events are wrapped in "batch"; send the array itself.',
    ],
    [
      'an object with events',
      '{"events":[]}',
      'The events are wrapped in "events"; send the array itself.',
    ],
  ])('%s, with a hint on what to send', async (_what, body, error) => {
    const before = app.quarantinedCount();
    expect(await refusal(await app.send(body))).toEqual({ status: 400, error });
    expect(app.quarantinedCount()).toBe(before);
  });

  it.each(['', 'Bearer', 'Bearer x.y.z', `Bearer ${'x'.repeat(3_000)}`])(
    'the key "%.20s"',
    async (authorization) => {
      const response = await app.send(`[${event}]`, { authorization });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await refusal(response)).toMatchObject({ status: 401 });
    },
  );

  it('foreign, expired, unsigned and revoked keys', async () => {
    const claims = { project_id: 'prj_1', key_id: 'wk_1' };
    const signed = (secret: Uint8Array, at: number) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(at).sign(secret);
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`;
    const tokens = [
      await signed(new Uint8Array(32), 4_000_000_000),
      await signed(app.secret, 1_000_000_000),
      unsigned.replaceAll('=', ''),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(app.secret),
      app.apiKey,
    ];
    for (const token of tokens) {
      const response = await app.send(`[${event}]`, { authorization: `Bearer ${token}` });
      expect(await refusal(response)).toMatchObject({ status: 401 });
    }

    const record = {
      id: 'wk_2',
      project_id: 'prj_2',
      created_at: '2026-01-01T00:00:00.000Z',
      revoked_at: null,
    };
    app.behind.writeKeys.push(record);
    const authorization = `Bearer ${await signWriteKey(record, app.secret)}`;
    expect((await app.send(`[${event}]`, { authorization })).status).toBe(200);
    app.behind.writeKeys[1] = { ...record, revoked_at: '2026-02-01T00:00:00.000Z' };
    expect(await refusal(await app.send(`[${event}]`, { authorization }))).toMatchObject({
      status: 401,
    });
  });

  it('events above the limit of the journal, until the database has caught up', async () => {
    const full = await startApp({ maxJournalBytes: 2_000 });
    cleanUp(full.close);
    full.behind.failure = new Error('away');
    full.behind.isReady = false;
    const send = () =>
      full.send(JSON.stringify([anEvent({ properties: { pad: 'x'.repeat(1_000) } })]));
    const responses = [await send(), await send(), await send()];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(responses[2]?.headers.get('retry-after')).toBe('5');
    delete full.behind.failure;
    full.behind.isReady = true;
    await eventually(async () => expect((await send()).status).toBe(200));
  });
});

describe('browsers', () => {
  it('may send from any origin', async () => {
    const preflight = await fetch(`${app.url}/v0/raw_events`, {
      method: 'OPTIONS',
      headers: { origin: 'https://dapp.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type, content-encoding, *',
      'access-control-max-age': '86400',
    });
  });

  it('may read errors, too', async () => {
    const nowhere = ['', '/'].map((end) => fetch(`${app.url}/v0/raw_events${end}`));
    for (const response of [await app.send('[{'), ...(await Promise.all(nowhere))]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      await refusal(response);
    }
  });
});
