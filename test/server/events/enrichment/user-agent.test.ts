// Parses real user agents into short lists of browsers, systems and devices, and accepts any text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserAgent } from '../../../../src/server/events/enrichment/user-agent.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WEBKIT} Chrome/126.0.0.0`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('parseUserAgent', () => {
  it.each([
    [`${WINDOWS} ${CHROME} Safari/537.36`, 'chrome windows desktop'],
    [`${WINDOWS} ${CHROME} Safari/537.36 Edg/126.0.0.0`, 'edge windows desktop'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/111.0.0.0`,
      'opera macos desktop',
    ],
    [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'safari ios mobile'],
    [`${IPHONE} Mobile/15E148 Crypto.com DeFi Wallet`, 'safari ios mobile'],
    [`${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'chrome ios mobile'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'safari ios tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'samsung android mobile',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'firefox linux desktop',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'chrome other desktop'],
    [`${WINDOWS} ${CHROME} Safari/537.36 Vivaldi/6.7`, 'other windows desktop'],
    [`Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) ${CHROME} TV Safari/537.36`, 'other other '],
    ['Mozilla/5.0 (Strange; Thing) Engine/1.0', 'other other '],
    ['', '  '],
  ])('parses %s', (text, expected) => {
    const { browser, os, device, isBot } = parseUserAgent(text);
    expect(`${browser} ${os} ${device}`).toBe(expected);
    expect(isBot).toBe(false);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 ${WEBKIT}; compatible; GPTBot/1.2; +https://openai.com/gptbot`,
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/126.0.0.0 Safari/537.36`,
    'curl/8.1',
  ])('recognises a bot: %s', (text) => expect(parseUserAgent(text).isBot).toBe(true));

  it('accepts any text of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 5_000 }), (text, times) => {
        const { browser, os, device } = parseUserAgent(text.repeat(times));
        expect([
          '',
          'chrome',
          'safari',
          'firefox',
          'edge',
          'opera',
          'brave',
          'samsung',
          'other',
        ]).toContain(browser);
        expect(['', 'windows', 'macos', 'ios', 'android', 'linux', 'other']).toContain(os);
        expect(['', 'desktop', 'mobile', 'tablet']).toContain(device);
      }),
    );
  });
});
