// Deliveries reach only public addresses, in whatever way a private one is written or hidden.
import type { LookupAddress } from 'node:dns';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeliverer } from '../../../src/server/alerts/deliver/deliver.js';
import {
  PrivateAddressError,
  post,
  type Resolve,
} from '../../../src/server/alerts/deliver/post.js';
import {
  isPublicAddress,
  isPublicHost,
} from '../../../src/server/alerts/deliver/public-address.js';
import { createSendHttp } from '../../../src/server/alerts/deliver/send-http.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { message } from './message.js';
import { answering, type Receiver, startReceiver } from './receiver.js';

const cleanUp = createCleanup();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  cleanUp(receiver.close);
});

const send = (url: string, resolve?: Resolve, allowPrivate = false) =>
  post(url, {
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs: 15_000,
    allowPrivate,
    signal: new AbortController().signal,
    ...(resolve === undefined ? {} : { resolve }),
  });

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('an address', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1'],
    ...['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::a00:1'],
    ...['fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2002:7f00:1::', '2001:db8::1'],
    ...['192.88.99.1', '198.51.100.7', '100.127.255.255', '2001:1ff::1', '3fff::1', '3fff:fff::1'],
    ...['2001:0:7f00:1::', '64:ff9b:1::1', 'not an address', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '198.17.0.1', '223.255.255.1'],
    ...['2606:4700:4700::1111', '2001:200::1', '2003::1', '3ffe::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a URL', () => {
  const port = () => new URL(receiver.url).port;

  it.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '127.1', '0', '0.0.0.0'],
    ...[
      '127.0.0.1.',
      '①②⑦.0.0.1',
      '127。0。0。1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ],
    ...['[::]', '[0:0:0:0:0:ffff:7f00:0001]', '[::127.0.0.1]'],
  ])('with the host %s is refused', async (host) => {
    const url = `http://${host}:${port()}/`;
    expect(isPublicHost(new URL(url).hostname)).toBe(false);
    await expect(send(url)).rejects.toThrow(PrivateAddressError);
  });

  it('with the host localhost is refused', async () => {
    await expect(send(`http://localhost:${port()}/`)).rejects.toThrow(PrivateAddressError);
    await expect(send(`http://LOCALHOST.:${port()}/`)).rejects.toThrow(PrivateAddressError);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    // A public address does not hide a private one of the same name.
    ['93.184.216.34', '10.0.0.1'],
  ])('with a name that resolves to %s is refused', async (...addresses) => {
    const resolve: Resolve = async () => at(...addresses);
    const error = await send(`http://hook.example:${port()}/`, resolve).catch((it) => it);
    expect(error).toBeInstanceOf(PrivateAddressError);
    // The message reveals nothing about the network of the server to the owner of the alert.
    expect(error.message).toBe('hook.example does not resolve to a public address.');
  });

  it('with a name that resolves differently each time is refused (DNS rebinding)', async () => {
    const answers = [at('10.0.0.1'), at('127.0.0.1')];
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return answers[asked - 1] ?? at('127.0.0.1');
    };
    const url = `http://rebinding.example:${port()}/`;
    await expect(send(url, resolve)).rejects.toThrow(PrivateAddressError);
    // The name is resolved once per delivery, so that the checked address is the one that is used.
    expect(asked).toBe(1);
    await expect(send(url, resolve)).rejects.toThrow(PrivateAddressError);
  });

  it('is connected to at the resolved address', async () => {
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return at('127.0.0.1');
    };
    const deliver = () => send(`http://hook.example:${port()}/there`, resolve, true);
    expect([(await deliver()).status, asked]).toEqual([200, 1]);
    // Connections are not reused, so that every delivery checks the address again.
    expect([(await deliver()).status, asked]).toEqual([200, 2]);
    expect(receiver.received.at(-1)?.headers.host).toBe(`hook.example:${port()}`);
  });

  it('that redirects is not followed', async () => {
    receiver.script = answering(307, { location: `${receiver.url}/inside` });
    receiver.received.length = 0;
    expect((await send(`${receiver.url}/outside`, undefined, true)).status).toBe(307);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/outside']);
  });
});

describe('a name that no delivery may go to', () => {
  const unknown = (code: string) =>
    Object.assign(new Error(`getaddrinfo ${code} db.internal`), { code });

  it.each<[string, Resolve, string]>([
    ['unknown', () => Promise.reject(unknown('ENOTFOUND')), 'getaddrinfo ENOTFOUND db.internal'],
    [
      'not answered',
      () => Promise.reject(unknown('EAI_AGAIN')),
      'getaddrinfo EAI_AGAIN db.internal',
    ],
    ['without addresses', async () => [], 'The host name db.internal has no IP address.'],
    ['private', async () => at('93.184.216.34', '10.0.0.1'), 'db.internal resolves to 10.0.0.1'],
  ])(
    'reads alike to the owner of the alert when it is %s; the log has the reason',
    async (_what, resolve, reason) => {
      const lines: string[] = [];
      const { attempt } = createDeliverer({
        store: {} as Parameters<typeof createDeliverer>[0]['store'],
        http: createSendHttp({ allowPrivate: false, now: Date.now, resolve }),
        mail: () => Promise.reject(new Error('not a mail')),
        log: createLog('json', (line) => lines.push(line)),
        now: Date.now,
      });
      const webhook = message({ type: 'webhook', target: 'http://db.internal:1/secret' });
      expect(await attempt(webhook, new AbortController().signal)).toMatchObject({
        kind: 'retry',
        error: 'db.internal does not resolve to a public address.',
      });
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { delivery_id: 'dlv_1', reason },
      ]);
      expect(lines.join()).not.toContain('secret');
    },
  );
});

it('no refused request reached the receiver', () => {
  expect(receiver.received.map(({ path }) => path)).toEqual(['/outside']);
});
