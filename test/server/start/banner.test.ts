// The text that a start prints is correct for all settings.
import { expect, it } from 'vitest';
import { banner } from '../../../src/server/start/banner.js';

const FACTS = {
  ...{ url: 'http://127.0.0.1:4318', listensAt: 'http://127.0.0.1:4318' },
  ...{ writeKey: 'ey', dataDirectory: '/data', demo: true },
};

it('links to the demo where it is served, and otherwise says how to turn it on without guessing why it is off', () => {
  expect(banner(FACTS)).toContain('http://127.0.0.1:4318/demo');
  // HOST is only one of the reasons: DEMO, PUBLIC_URL or TRUST_PROXY can turn it off as well.
  const text = banner({ ...FACTS, demo: false });
  expect(text).toMatch(/demo: +off .*DEMO=on/);
  expect(text).not.toContain('HOST');
});

it('names the address to which a reverse proxy connects, where PUBLIC_URL is another', () => {
  const text = banner({ ...FACTS, url: 'https://events.example.com' });
  expect(text).toContain('serves https://events.example.com\nlistens at http://127.0.0.1:4318;');
  expect(banner(FACTS)).not.toContain('listens at');
});

it('says to set PUBLIC_URL where it listens on all addresses and knows no public name', () => {
  expect(banner({ ...FACTS, isUnnamed: true })).toContain(
    'set PUBLIC_URL to the address of this server',
  );
  expect(banner(FACTS)).not.toContain('PUBLIC_URL');
});
