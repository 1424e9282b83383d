// What counts as a secret, and what must not be taken for one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, scrub } from '../../src/core/scrub.js';

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
    ['one of hyphens', `/import/${SEED.join('-')}`, '/import/redacted'],
  ])('hides %s', (_, text, expected) => expect(scrub(text)).toBe(expected));

  test.each([
    '/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/pool/ETH-USDC-0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '/account/7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    '/blog/how-to-swap-tokens-on-ethereum-in-2026',
    '/nft/115792089237316195423570985008687907853269984665640564039457',
    '/order/550e8400-e29b-41d4-a716-446655440000',
    '/@ada/package@1.2.3',
    '/%D0%BA%D0%BE%D1%88%D0%B5%D0%BB%D1%91%D0%BA',
    '/broken/%E0%A4%A',
    '/vitalik.eth',
    'Swap ETH for USDC — the best price',
  ])('leaves %s', (text) => expect(scrub(text)).toBe(text));

  test('hides every random token of a useful length, wherever it stands', () => {
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

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void scrub(text)));
  });
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
    ['data:text/html,x', ''],
    ['big data: intro', 'big data: intro'],
    ['ada@example.com', 'redacted'],
    ['ad'.repeat(200), 'ad'.repeat(200).slice(0, 255)],
    [`${'a'.repeat(254)}😀`, 'a'.repeat(254)],
    ['', ''],
  ])('%j is %j', (text, expected) => expect(cleanText(text)).toBe(expected));
});
