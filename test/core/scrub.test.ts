// What counts as a secret, and what must not be mistaken for one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, scrub } from '../../src/core/scrub.js';

/**
 * Joins the parts of a secret, so that no scanner of this repository reports an example as a leaked
 * key.
 */
const key = (...parts: readonly string[]) => parts.join('');

const SECRETS = {
  'a key of Stripe': key('sk_', 'live_51H8', 'xYzKq2mVbN4tRw9LpCsJ'),
  'a webhook secret of Stripe': key('whsec_', 'mQ8vTz3RkLw7YpXc2NbJ', 'd6HfGs4A'),
  'a token of GitHub': key('ghp_', '16C7e42F292c6912E771', '0c838347Ae178B4a'),
  'a fine token of GitHub': key('github_pat_', '11ABCDEFG0aBcDeFgHiJkL_', 'mN8pQ2rS5tU7vW9x'),
  'a token of Slack': key('xoxb-', '176536724812-1987469832342-', 'pdFZKVeTuEqsknoOcHrzqqgy'),
  'a user token of Slack': key('xoxp-', '17653672481-19874698323-', 'e65fcbf3b2a14d0c9a1b7e2f'),
  'a key of OpenAI': key('sk-', 'proj-aB3_dE6-gH9jK2mN', '5pQ8sT1vW4yZ7-cF0'),
  'an old key of OpenAI': key('sk-', 'Yq3vT8nB2kLw7RzXcM5d', 'T3BlbkFJp9HsJg4Qf6Va1UeW'),
  'a key of Anthropic': key('sk-', 'ant-api03-q7Wz_Rk2-Vb9', 'TmX4Lc8PnYs3Hd'),
  'a key id of AWS': key('AKIA', 'IOSFODNN7EXAMPLE'),
  'a key of Google': key('AIza', 'SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe'),
  'a JWT': 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl-_',
  'a session token': 'Zk9tq3PpVx7sLr2YbN0cWd5eGh4jKm6A',
  'a hex session token': '9f86d081884c7d659a2feaa0c55ad015',
  'one without a zero, as addresses of Solana are': '9f86d181884c7d659a2feaa1c55ad115',
  'one of capitals': '9F86D181884C7D659A2FEAA1C55AD115',
  'one of 20 small characters': 'k3j5h2g4f6d8s9a1q2w3',
  'a magic link': 'V1StGXR8_Z5jdHi6B-myT',
  'a cuid': 'cjld2cjxh0000qzrmn831i7rn',
  'a ULID': '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'an e-mail address': 'ada.lovelace+x@example.co.uk',
  'one that shouts': 'ADA@EXAMPLE.COM',
  'a private key of digits': `0x${'1'.repeat(64)}`,
  'one that begins like an address': `0x${'4c'.repeat(20)}${'1'.repeat(24)}`,
  'a private key': `0x${'4c0883a69102937d'.repeat(4)}`,
  'one without its 0x': '4c0883a69102937d'.repeat(4),
  'one of capitals, without its 0x': '4C0883A69102937D'.repeat(4),
  'a short private key of Solana': `${'5JmR7xKXtg2CW87d97TX'.repeat(4)}abcdefg`,
  'a private key of Solana': `${'5JmR7xKXtg2CW87d97TX'.repeat(4)}abcdefgh`,
} as const;

/** Those of the secrets that are hidden in campaign parameters, too. */
const NEVER = Object.entries(SECRETS).filter(([name]) =>
  /JWT|e-mail|shouts|private|address$|its 0x/.test(name),
);

const SLUGS = [
  '/blog/EIP-4844-Explained-For-Beginners',
  '/learn/What-is-an-ERC-20-Token',
  '/learn/How-to-bridge-from-zkSync-to-opBNB-via-LayerZeroV2',
  '/learn/Uniswap-V3-vs-Uniswap-V4_Fees',
  '/blog/Top-10-DeFi-Protocols-In-2026',
  '/blog/BTC-ETF-Q1-2026-Report',
  '/docs/ConcentratedLiquidityManager',
  '/blog/GPT4o-vs-Claude35-Trading',
  '/earn/USDC_to_USDT_on_zkEVM_2026',
  '/legal/iPhone15ProMax-Giveaway-Terms',
  '/vote/Proposal-123-Treasury-Q3-Budget',
  '/img/Screenshot_2026-01-15_At_10',
  '/blog/how-to-swap-tokens-3f2a9c1b7d4e',
];

const CAMPAIGNS = [
  'US_Brand_Search_2026_Q1',
  'Q1_Launch',
  'banner_300x250_Dark',
  'Email_Newsletter_2026',
  'Русская%20реклама%202026',
  '[US] Brand | Exact - 2026',
  'EAIaIQobChMIq7bK2cXyiAMVxIFQBh0kLQ3dEAAYASAAEgJw5_D_BwE',
  'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
  'IwY2xjawHt9xJleHRuA2FlbQIxMAABHbY3QkZb1xT2mV8rQ_aem_Tz5kq7WcXb2Ls9YpN4dRgA',
  '6e1cbf1ba3b11c8d0d1bda1b9b6bd8a5',
  '2-4k1n5yc7qf0z8m3x6w9v1b2a3',
  'E.C.P.CqQBkDmEKZ8x7NnA',
  '5183726194837261945',
  '550e8400-e29b-41d4-a716-446655440000',
  'V1StGXR8_Z5jdHi6B-myT',
  'cjld2cjxh0000qzrmn831i7rn',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  'vitalik.eth',
];

const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
  ' ',
);

describe('scrub', () => {
  test.each([
    ['an e-mail address', '/u/ada.lovelace+x@mail.example.co.uk/edit', '/u/redacted/edit'],
    ['one that is encoded', '/u/ada%40example.com', '/u/redacted'],
    ['one that is encoded twice', '/u/ada%2540example.com', '/u/redacted'],
    ['a JWT', '/in/eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln-_', '/in/redacted'],
    ['a private key', `/k/0x${'4c'.repeat(32)}`, '/k/redacted'],
    ['one without its 0x', `/k/${'4C'.repeat(32)}`, '/k/redacted'],
    ['a Solana private key', `/k/${'5JmR7xKXtg2CW87d97TX'.repeat(4)}abcdefgh`, '/k/redacted'],
    ['a base64 token', '/t/dGhpcyBpcyBhIHNlY3JldA1+x==', '/t/redacted'],
    ['a URL-safe token', '/t/kJ8_s-2LmQ0pZxYt4vWq', '/t/redacted'],
    ['a token of small letters', '/t/k3j5h2g4f6d8s9a1q2w3e4r5', '/t/redacted'],
    ['an AWS key id', '/t/AKIAIOSFODNN7EXAMPLE', '/t/redacted'],
    ['a seed phrase', `/import/${SEED.join('%20')}`, '/import/redacted'],
    ['one of pluses', `/import/${SEED.join('+')}`, '/import/redacted'],
    ['one of commas', `/import/${SEED.join(',')}`, '/import/redacted'],
    ['one of low lines', `/import/${SEED.join('_')}`, '/import/redacted'],
    ['one of capitals', `/import/${SEED.join('+').toUpperCase()}`, '/import/redacted'],
    [
      'one that begins with a long word',
      `/import/abstract+${SEED.slice(1).join('+')}`,
      '/import/redacted',
    ],
    ['one beside what cannot be decoded', '/%E0%A4/ada@example.com', '/%E0%A4/redacted'],
    ['one of hyphens', `/import/${SEED.join('-')}`, '/import/redacted'],
  ])('hides %s', (_, text, expected) => expect(scrub(text)).toBe(expected));

  test.each(Object.entries(SECRETS))('hides %s anywhere in a path', (_, secret) => {
    expect(scrub(`/t/${secret}`)).toBe('/t/redacted');
    expect(scrub(secret)).toBe('redacted');
    expect(scrub(`/t/${encodeURIComponent(secret)}/edit`)).toBe('/t/redacted/edit');
  });

  test.each(SLUGS)('leaves %s unchanged', (slug) => expect(scrub(slug)).toBe(slug));

  test.each([
    '/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/pool/ETH-USDC-0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/pool/V3-0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/Swap-Ethereum-to-USDC-on-0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/account/7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    '/blog/how-to-swap-tokens-on-ethereum-in-2026',
    '/nft/115792089237316195423570985008687907853269984665640564039457',
    '/order/550e8400-e29b-41d4-a716-446655440000',
    '/@ada/package@1.2.3',
    '/%D0%BA%D0%BE%D1%88%D0%B5%D0%BB%D1%91%D0%BA',
    '/broken/%E0%A4%A',
    '/vitalik.eth',
    'Swap ETH for USDC — the best price',
  ])('leaves %s unchanged', (text) => expect(scrub(text)).toBe(text));

  test('hides every 64-digit hex token anywhere in a URL', () => {
    const hex = fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: 64,
      maxLength: 64,
    });
    const word = fc.constantFrom('a', 'pools', 'x-1');
    fc.assert(
      fc.property(word, hex, word, (before, secret, after) => {
        expect(scrub(`/${before}/${secret}/${after}?k=${secret}`)).not.toContain(secret);
      }),
    );
  });

  test('hides nearly every random 128-bit token in URL-safe base64', () => {
    const unit = fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
    );
    const tokens = fc.sample(fc.string({ unit, minLength: 22, maxLength: 22 }), 2_000);
    const shown = tokens.filter((token) => scrub(`/t/${token}`) !== '/t/redacted');
    // A few tokens have no digit or no capital letter, and look like words.
    expect(shown.length).toBeLessThan(100);
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void scrub(text)));
  });
});

describe('scrub of a campaign parameter', () => {
  test.each(CAMPAIGNS)('leaves %s unchanged', (name) => {
    expect(scrub(name, true)).toBe(name);
    expect(scrub(encodeURIComponent(name), true)).toBe(encodeURIComponent(name));
  });

  test.each(NEVER)('hides %s', (_, secret) => {
    expect(scrub(encodeURIComponent(secret), true)).toBe('redacted');
  });

  test('hides a seed phrase', () => expect(scrub(SEED.join('+'), true)).toBe('redacted'));
});

describe('cleanText', () => {
  test.each([
    ['news', 'news'],
    ['  spring sale ', 'spring sale'],
    ['<script>alert(1)</script>x', 'alert(1)x'],
    ['<img src=x onerror=alert(1)', ''],
    ['a\u0000b\u001b[31mc\u200bd\u202ee', 'ab[31mcde'],
    ['javascript:alert(1)', ''],
    ['java\u0000script:alert(1)', ''],
    ['x vbscript:y', ''],
    ['DATA:text/html,x', ''],
    ['a\ud800b', 'ab'],
    ['data:text/html,x', ''],
    ['big data: intro', 'big data: intro'],
    ['ada@example.com', 'redacted'],
    ...CAMPAIGNS.slice(6).map((name) => [name, name]),
    ['ad'.repeat(200), 'ad'.repeat(200).slice(0, 255)],
    [`${'a'.repeat(254)}😀`, 'a'.repeat(254)],
    ['a 😀 sale', 'a 😀 sale'],
    ['', ''],
  ])('turns %j into %j', (text, expected) => expect(cleanText(text)).toBe(expected));
});
