// What a start tells: true whatever the settings are.
import { expect, it } from 'vitest';
import { banner } from '../../src/server/banner.js';

const FACTS = {
  ...{ url: 'http://127.0.0.1:4318', listensAt: 'http://127.0.0.1:4318' },
  ...{ writeKey: 'ey', dataDirectory: '/data', demo: true },
};

it('leads to the demo where it is served, and else claims no reason that may not hold', () => {
  expect(banner(FACTS)).toContain('http://127.0.0.1:4318/demo');
  // It may be off by DEMO, PUBLIC_URL or TRUST_PROXY as well.
  const text = banner({ ...FACTS, demo: false });
  expect(text).toMatch(/demo: +off .*DEMO=on/);
  expect(text).not.toContain('HOST');
});

it('says where a reverse proxy finds it, where there is one', () => {
  const text = banner({ ...FACTS, url: 'https://events.example.com' });
  expect(text).toContain('serves https://events.example.com\nlistens at http://127.0.0.1:4318,');
  expect(banner(FACTS)).not.toContain('listens at');
});

it('says what to set where it listens at all addresses, of which it knows no name', () => {
  expect(banner({ ...FACTS, isUnnamed: true })).toContain('set PUBLIC_URL to one');
  expect(banner(FACTS)).not.toContain('PUBLIC_URL');
});
