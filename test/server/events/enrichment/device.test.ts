// Which user agent counts, what the SDK knows better, and who counts as a bot.
import { describe, expect, it } from 'vitest';
import {
  createDeviceReader,
  type DeviceSource,
} from '../../../../src/server/events/enrichment/device.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36';
const read = createDeviceReader(false);
const source = (changes: Partial<DeviceSource> = {}): DeviceSource => ({
  context: {},
  channel: 'web',
  caller: {},
  pageHost: 'app.example.com',
  ...changes,
});

describe('createDeviceReader', () => {
  it("uses the user agent in the context, or else that of the visitor's own request", () => {
    const caller = { userAgent: FIREFOX };
    expect(read(source({ context: { user_agent: HEADLESS }, caller })).userAgent).toBe(HEADLESS);
    expect(read(source({ caller }))).toEqual({
      userAgent: FIREFOX,
      browser: 'firefox',
      os: 'linux',
      device: 'desktop',
      isBot: false,
    });
  });

  it.each([
    ['a server', source({ channel: 'server', caller: { userAgent: FIREFOX } })],
    ['a program', source({ caller: { userAgent: 'node' } })],
    ['an unknown caller', source()],
  ])('reads nothing from a request of %s, which does not count as a bot', (_who, given) => {
    const nothing = { userAgent: '', browser: '', os: '', device: '', isBot: false };
    expect(read(given)).toEqual(nothing);
  });

  it('prefers the browser that the SDK names', () => {
    const context = { user_agent: FIREFOX, browser: ' MetaMask ' };
    expect(read(source({ context })).browser).toBe('metamask');
    expect(read(source({ context: { ...context, browser: 7 } })).browser).toBe('firefox');
    expect(read(source({ context: { browser: 'x'.repeat(9_999) } })).browser).toHaveLength(64);
  });

  it.each([
    ['app.example.com', true],
    ['8.8.8.8', true],
    ['', true],
    ['172.32.0.1', true],
    ['localhost', false],
    ['shop.localhost', false],
    ['127.0.0.1', false],
    ['192.168.1.5', false],
    ['172.16.0.1', false],
    ['[::1]', false],
    ['[fd12:3456::1]', false],
    ['dapp.test', false],
  ] as const)('counts a headless browser on the host "%s" as a bot: %s', (pageHost, isBot) => {
    expect(read(source({ context: { user_agent: HEADLESS }, pageHost })).isBot).toBe(isBot);
  });

  it('counts no mobile app as a bot, whatever its user agent', () => {
    const context = { user_agent: 'okhttp/4.9' };
    expect(read(source({ context })).isBot).toBe(true);
    expect(read(source({ context, channel: 'mobile' })).isBot).toBe(false);
  });

  it('does not mark bots with BOTS=keep', () => {
    const context = { user_agent: HEADLESS };
    expect(createDeviceReader(true)(source({ context }))).toMatchObject({
      isBot: false,
      browser: 'chrome',
    });
  });
});
