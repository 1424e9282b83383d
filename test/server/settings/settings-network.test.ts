// Settings of the network around the server: trusted proxies, addresses, and tokens that are sent in headers.
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readSettings } from '../../../src/server/settings/settings.js';

it.each(['10.0.0.0/8,,', ' loopback , ::1 '])(
  'reads the proxies %j into a form that Fastify accepts',
  (given) => {
    const { trustProxy } = readSettings({ TRUST_PROXY: given }, '/here');
    expect(() => Fastify({ trustProxy: trustProxy ?? false })).not.toThrow();
    expect(trustProxy).not.toMatch(/ |,$/);
  },
);

it.each(['0.0.0.0/0', '::/0', ',', '10.0.0.0/8/8', '10.0.0.0/00', '10.0.0.0/08'])(
  'refuses %j as TRUST_PROXY',
  (given) => {
    expect(() => readSettings({ TRUST_PROXY: given }, '/here')).toThrow('TRUST_PROXY must be');
  },
);

it.each([
  { METRICS_TOKEN: 'a telltale' },
  { METRICS_TOKEN: 'a\ntelltale' },
  { PAYMENT_FACILITATOR_KEY: 'a\ntelltale' },
])('refuses a token that is invalid in a header, without showing it: %j', (env) => {
  const [name = ''] = Object.keys(env);
  expect(() => readSettings(env, '/here')).toThrow(`${name} must consist of ASCII characters`);
  expect(() => readSettings(env, '/here')).not.toThrow('telltale');
});

it.each(['CHAT_URL', 'PAYMENT_FACILITATOR_URL', 'PUBLIC_URL'])(
  'shows no secret of an invalid %s',
  (name) => {
    const env = { [name]: 'https://user:telltale@models.example/v1?key=telltale' };
    expect(() => readSettings(env, '/here')).toThrow('models.example/v1?...');
    expect(() => readSettings(env, '/here')).not.toThrow('telltale');
  },
);

it('refuses a PUBLIC_URL with a path, below which the dashboard would stay blank', () => {
  const readAt = (url: string) => readSettings({ PUBLIC_URL: url }, '/here').publicUrl;
  expect(readAt('https://example.com/')).toBe('https://example.com');
  expect(() => readAt('https://example.com/stats/')).toThrow(
    'PUBLIC_URL must be an origin such as https://events.example.com, without a path, since the dashboard and ' +
      'the docs do not work below one; it is "https://example.com/stats".',
  );
});

it.each(['true', '1', '10.0.0.0/33', '10.0.0', 'proxy.example.com'])(
  'refuses TRUST_PROXY=%s, which trusts every caller or is no range',
  (given) => {
    expect(() => readSettings({ TRUST_PROXY: given }, '/here')).toThrow(`it is "${given}"`);
  },
);

it.each([
  ['ANALYTICS_URL', 'http://me:telltale%@ch:8123/events', '%25'],
  ['ANALYTICS_URL', 'http://m%zz:telltale@ch:8123/events', '%25'],
  ['APPLICATION_URL', 'postgres://me:telltale%ff@db/app', '%25'],
  ['PUBLIC_URL', 'https://me:telltale@events.example', 'without user'],
  ['PUBLIC_URL', 'https://telltale@events.example', 'without user'],
  ['PUBLIC_URL', 'https://me:a@telltale@events.example', '"https://...@events.example"'],
  ['PUBLIC_URL', 'https://me:telltale?a@events.example', '"https://..."'],
  ['PUBLIC_URL', 'me:telltale@events.example', '"...@events.example"'],
  ['CHAT_URL', 'https://me:a/telltale@chat.example', '"https://...@chat.example"'],
])('says what to write for an invalid %s, together with the other faults', (name, value, hint) => {
  const read = () => readSettings({ [name]: value, PORT: 'no' }, '/here');
  expect(read).toThrow(`${name} must`);
  expect(read).toThrow(hint);
  expect(read).toThrow('PORT must');
  expect(read).not.toThrow('telltale');
});

it('accepts a % in a place where the Postgres driver accepts it', () => {
  const url = 'postgres://me:50%@db/app';
  expect(readSettings({ APPLICATION_URL: url }, '/here').postgresUrl).toBe(url);
});

it.each([
  ['APPLICATION_URL', 'postgres:///app'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'https://mail.example'],
  ['RPC_URL_9007199254740993', 'https://rpc.example'],
])('refuses %s=%s, which is not a usable address', (name, value) => {
  const env = { SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@b.example', [name]: value };
  expect(() => readSettings(env, '/here')).toThrow(`${name} must`);
});

it('accepts integers up to their limits', () => {
  const portOf = (PORT: string) => readSettings({ PORT }, '/here').port;
  expect([portOf('0'), portOf('65535')]).toEqual([0, 65_535]);
  expect(() => portOf('65536')).toThrow('0 to 65535');
});

it.each(['::1', '[::1]'])('listens on HOST %s, for this machine alone', (HOST) => {
  expect(readSettings({ HOST }, '/here')).toMatchObject({ host: '::1', demo: true });
  expect(readSettings({ PUBLIC_URL: 'http://[::1]:80' }, '/here').demo).toBe(true);
});
