// Which parts of a URL are sent.
import { expect, test } from 'vitest';
import { redactUrl } from '../../src/core/redact-url.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

test.each([
  ['https://dapp.example/swap', 'https://dapp.example/swap'],
  ['https://dapp.example:8443/', 'https://dapp.example:8443/'],
  ['https://me:secret@dapp.example/a#token=1', 'https://dapp.example/a'],
  ['https://dapp.example/a?email=me%40x.y&x=1', 'https://dapp.example/a?email=redacted&x=redacted'],
  [
    'https://dapp.example/?utm_source=x&gclid=1&ref=ada&code=9',
    'https://dapp.example/?utm_source=x&gclid=1&ref=ada&code=redacted',
  ],
  ['https://dapp.example/?eyJhbGciOi', 'https://dapp.example/?redacted'],
  ['https://dapp.example/?a=b=c?utm_source=d', 'https://dapp.example/?a=redacted'],
  ['https://dapp.example/?=secret&&a', 'https://dapp.example/?=redacted&&redacted'],
  ['android-app://org.telegram.messenger/', 'android-app://org.telegram.messenger/'],
  // Campaign parameters are sent unchanged; a value that is not clearly a secret is kept with its
  // parameter.
  ...['utm_campaign=US_Brand_Search_2026_Q1', 'utm_campaign=Q1_Launch', 'ref=V1StGXR8_Z5jdHi6B-myT']
    .concat('gclid=EAIaIQobChMIq7bK2cXyiAMVxIFQBh0kLQ3dEAAYASAAEgJw5_D_BwE')
    .concat('msclkid=6e1cbf1ba3b11c8d0d1bda1b9b6bd8a5', 'utm_term', 'utm_term=a%20b=c')
    .map((pair) => [`https://dapp.example/?${pair}`, `https://dapp.example/?${pair}`]),
  [
    `https://dapp.example/?utm_source=${'4c0883a69102937d'.repeat(4)}&utm_term=eyJhbGci.eyJp.c2ln`,
    'https://dapp.example/?utm_source=redacted&utm_term=redacted',
  ],
  // A fragment that is a route of the app counts as a path; any other fragment is removed.
  ['https://dapp.example/#/pools/1?code=2', 'https://dapp.example/#/pools/1?code=redacted'],
  ['https://dapp.example/#!/swap', 'https://dapp.example/#!/swap'],
  ['https://dapp.example/#access_token=abc', 'https://dapp.example/'],
  // What a router that uses fragments makes of the OAuth answer after a sign-in.
  [
    'https://dapp.example/#/access_token=abc&state=x',
    'https://dapp.example/#/?access_token=redacted&state=redacted',
  ],
  ['https://dapp.example/#!/code=4a7Bc9', 'https://dapp.example/#!/?code=redacted'],
  ['https://dapp.example/#/a&code=4a7Bc9', 'https://dapp.example/#/a&code=redacted'],
  ['https://dapp.example/#/a/b=c', 'https://dapp.example/#/a/b=c'],
  // Secrets in paths, in names of parameters, and in values that are sent otherwise.
  [`https://dapp.example/${ADDRESS}/ada%40example.com`, `https://dapp.example/${ADDRESS}/redacted`],
  ['https://dapp.example/?ref=ada@example.com', 'https://dapp.example/?ref=redacted'],
  ['https://dapp.example/?ada@example.com=1', 'https://dapp.example/?redacted=redacted'],
  ['https://dapp.example/#/reset/ada@example.com', 'https://dapp.example/#/reset/redacted'],
  [
    `https://dapp.example/${'a/'.repeat(5_000)}`,
    `https://dapp.example/${'a/'.repeat(5_000)}`.slice(0, 20 + 2_048),
  ],
])('redacts %s', (address, expected) => {
  expect(redactUrl(new URL(address))).toBe(expected);
});

test('keeps the parameters given as campaign ones, and hides secrets in other allowed ones', () => {
  const address = new URL(
    'https://dapp.example/?via=V1StGXR8_Z5jdHi6B-myT&tab=V1StGXR8_Z5jdHi6B-myT&view=Q1_Launch_2026',
  );
  expect(redactUrl(address, { query: ['tab', 'view'], campaign: ['via'] })).toBe(
    'https://dapp.example/?via=V1StGXR8_Z5jdHi6B-myT&tab=redacted&view=Q1_Launch_2026',
  );
});

test('keeps query parameters, fragments and secrets that the app allows', () => {
  const address = new URL('https://dapp.example/ada@example.com?tab=1&code=2#part');
  expect(redactUrl(address, { query: ['tab'] })).toBe(
    'https://dapp.example/redacted?tab=1&code=redacted',
  );
  expect(redactUrl(address, { hash: true, secrets: true })).toBe(
    'https://dapp.example/ada@example.com?tab=redacted&code=redacted#part',
  );
});

test('allows fragments and secrets in names of parameters independently of each other', () => {
  const address = new URL('https://dapp.example/?ada@example.com=1#ada@example.com');
  expect(redactUrl(address, { hash: true })).toBe(
    'https://dapp.example/?redacted=redacted#redacted',
  );
  expect(redactUrl(address, { secrets: true })).toBe(
    'https://dapp.example/?ada@example.com=redacted',
  );
  const route = new URL('https://dapp.example/#/ada@example.com?tab=1&code=2');
  expect(redactUrl(route, { query: ['tab'], secrets: true })).toBe(
    'https://dapp.example/#/ada@example.com?tab=1&code=redacted',
  );
});

test.each(['?', '#/?'])('keeps 2,048 characters of what a link has behind %s', (mark) => {
  const link = `https://dapp.example/${mark}${'gclid=1&'.repeat(100_000)}`;
  expect(redactUrl(new URL(link))).toBe(link.slice(0, link.indexOf('?') + 2_048));
});
