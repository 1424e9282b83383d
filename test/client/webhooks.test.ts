// A webhook is read only when it is signed with the secret, and new.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebhookSignatureError } from '../../src/client/index.js';
import { createWebhooks, type WebhookHeaders } from '../../src/client/webhooks.js';

const NOW = 1_790_000_000;
const SECRET = 'whsec_für alle';
const BODY =
  '{"id":"evt_1","type":"alert.event.triggered","created":"2026-01-01","data":[{"é":1}]}';
const { unwrap } = createWebhooks(() => NOW * 1_000);
const hmac = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text);

const plain = (at = NOW, body = BODY, secret = SECRET) => ({
  'x-webhook-timestamp': String(at),
  'x-webhook-signature': hmac(`${at}.${body}`, secret).digest('hex'),
});
const standard = (at = NOW, body = BODY, secret = SECRET) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(at),
  'webhook-signature': `v1,${hmac(`msg_1.${at}.${body}`, secret).digest('base64')}`,
});

describe('reads', () => {
  it.each<[string, WebhookHeaders]>([
    ['the plain form', plain()],
    ['the standard form', standard()],
    ['both forms', { ...plain(), ...standard() }],
    ['one right signature of several', { ...plain(NOW, 'x'), ...standard() }],
    ['headers as fetch has them', new Headers(standard())],
    ['the plain form alone in them', new Headers(plain())],
    ['headers as lists', { ...plain(), host: ['a', 'b'] }],
    ['one that is nearly too old', plain(NOW - 299)],
    ['one of a clock that is ahead', standard(NOW + 299)],
  ])('%s', async (_, headers) => {
    expect(await unwrap(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
  });

  it('what other libraries of Standard Webhooks sign with the key that a secret holds', async () => {
    const key = Buffer.from('a key of 24 bytes or more');
    const signature = createHmac('sha256', key).update(`msg_1.${NOW}.${BODY}`).digest('base64');
    const headers = { ...standard(), 'webhook-signature': `v1,${signature}` };
    const secret = `whsec_${key.toString('base64')}`;
    expect(await unwrap(BODY, headers, secret)).toEqual(JSON.parse(BODY));
    // The other form has the secret itself as its key.
    expect(await unwrap(BODY, plain(NOW, BODY, secret), secret)).toEqual(JSON.parse(BODY));
    await expect(unwrap(BODY, standard(NOW, BODY, secret), secret)).rejects.toThrow('not signed');
  });

  it('the newer of two secrets in one header', async () => {
    const old = standard(NOW, BODY, 'old')['webhook-signature'];
    const headers = standard();
    const both = { ...headers, 'webhook-signature': `${old} ${headers['webhook-signature']}` };
    expect(await unwrap(BODY, both, SECRET)).toEqual(JSON.parse(BODY));
  });
});

describe('refuses', () => {
  it.each<[string, WebhookHeaders]>([
    ['no signature', {}],
    ['no signature in headers as fetch has them', new Headers()],
    ['another secret', { ...plain(NOW, BODY, 'x'), ...standard(NOW, BODY, 'x') }],
    ['another body', { ...plain(NOW, '{}'), ...standard(NOW, '{}') }],
    ['an old one', { ...plain(NOW - 300), ...standard(NOW - 300) }],
    ['one of the future', { ...plain(NOW + 300), ...standard(NOW + 300) }],
    ['a newer time than was signed', { ...plain(NOW - 900), 'x-webhook-timestamp': String(NOW) }],
    ['a signature that is none', { ...plain(), 'x-webhook-signature': 'zz' }],
    ['a standard one that is none', { ...standard(), 'webhook-signature': 'v1,%%% v2,abc' }],
    [
      'a right one that says it is of another version',
      { ...standard(), 'webhook-signature': standard()['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a time that is none', { ...plain(), 'x-webhook-timestamp': 'today' }],
    [
      'half a signature',
      { ...plain(), 'x-webhook-signature': plain()['x-webhook-signature'].slice(2) },
    ],
  ])('%s', async (_, headers) => {
    await expect(unwrap(BODY, headers, SECRET)).rejects.toThrow(WebhookSignatureError);
  });

  it.each(['', undefined])('all where the secret is %o', async (secret) => {
    const refused = unwrap(BODY, plain(NOW, BODY, ''), secret as string);
    await expect(refused).rejects.toThrow(WebhookSignatureError);
    await expect(refused).rejects.toThrow('Pass secret');
  });
});
