// A webhook is accepted only when it is signed with the secret, and recent.
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
    ['one valid signature among several', { ...plain(NOW, 'x'), ...standard() }],
    ['a Headers object', new Headers(standard())],
    ['a Headers object with the plain form alone', new Headers(plain())],
    ['headers whose values are lists', { ...plain(), host: ['a', 'b'] }],
    ['one that is 299 seconds old', plain(NOW - 299)],
    ['one of a clock that is 299 seconds ahead', standard(NOW + 299)],
  ])('%s', async (_, headers) => {
    expect(await unwrap(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
  });

  it('a signature of other Standard Webhooks libraries, whose key is the decoded part after whsec_', async () => {
    const key = Buffer.from('a key of 24 bytes or more');
    const signature = createHmac('sha256', key).update(`msg_1.${NOW}.${BODY}`).digest('base64');
    const headers = { ...standard(), 'webhook-signature': `v1,${signature}` };
    const secret = `whsec_${key.toString('base64')}`;
    expect(await unwrap(BODY, headers, secret)).toEqual(JSON.parse(BODY));
    // In the plain form, the whole text of the secret is the key.
    expect(await unwrap(BODY, plain(NOW, BODY, secret), secret)).toEqual(JSON.parse(BODY));
    await expect(unwrap(BODY, standard(NOW, BODY, secret), secret)).rejects.toThrow('not signed');
  });

  it('a header with the signatures of an old and a new secret', async () => {
    const old = standard(NOW, BODY, 'old')['webhook-signature'];
    const headers = standard();
    const both = { ...headers, 'webhook-signature': `${old} ${headers['webhook-signature']}` };
    expect(await unwrap(BODY, both, SECRET)).toEqual(JSON.parse(BODY));
  });
});

describe('refuses', () => {
  it.each<[string, WebhookHeaders]>([
    ['no signature', {}],
    ['no signature in a Headers object', new Headers()],
    ['another secret', { ...plain(NOW, BODY, 'x'), ...standard(NOW, BODY, 'x') }],
    ['another body', { ...plain(NOW, '{}'), ...standard(NOW, '{}') }],
    ['one that is 300 seconds old', { ...plain(NOW - 300), ...standard(NOW - 300) }],
    ['one that is 300 seconds ahead', { ...plain(NOW + 300), ...standard(NOW + 300) }],
    [
      'a timestamp other than the signed one',
      { ...plain(NOW - 900), 'x-webhook-timestamp': String(NOW) },
    ],
    ['a malformed signature', { ...plain(), 'x-webhook-signature': 'zz' }],
    [
      'a malformed signature in the standard form',
      { ...standard(), 'webhook-signature': 'v1,%%% v2,abc' },
    ],
    [
      'a valid signature marked with another version',
      { ...standard(), 'webhook-signature': standard()['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a malformed timestamp', { ...plain(), 'x-webhook-timestamp': 'today' }],
    [
      'half a signature',
      { ...plain(), 'x-webhook-signature': plain()['x-webhook-signature'].slice(2) },
    ],
  ])('%s', async (_, headers) => {
    await expect(unwrap(BODY, headers, SECRET)).rejects.toThrow(WebhookSignatureError);
  });

  it.each(['', undefined])('every webhook where the secret is %o', async (secret) => {
    const refused = unwrap(BODY, plain(NOW, BODY, ''), secret as string);
    await expect(refused).rejects.toThrow(WebhookSignatureError);
    await expect(refused).rejects.toThrow('Pass secret');
  });
});
