// Signals of a browser: privacy preferences and robots.
import { expect, test } from 'vitest';
import { isRefused, isRobot } from '../../src/browser/visitor-signals.js';
import { CHROME_USER_AGENT } from '../support/user-agent.js';

const browser = (signals: object = {}) => ({
  userAgent: CHROME_USER_AGENT,
  webdriver: false,
  ...signals,
});

test.each([
  [{}, {}, false],
  [{ globalPrivacyControl: true }, {}, true],
  [{ globalPrivacyControl: true }, { gpc: false }, false],
  [{ globalPrivacyControl: false }, {}, false],
  [{ globalPrivacyControl: 'true' }, {}, false],
  [{ doNotTrack: '1' }, {}, false],
  [{ doNotTrack: '1' }, { dnt: true }, true],
  [{ doNotTrack: '0' }, { dnt: true }, false],
  [{ doNotTrack: null }, { dnt: true }, false],
])('%o with %o counts as refused: %s', (signals, options, expected) => {
  expect(isRefused(browser(signals), options)).toBe(expected);
});

test.each([
  [{}, false],
  [{ webdriver: true }, true],
  [{ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, true],
  [{ userAgent: CHROME_USER_AGENT.replace('Chrome', 'HeadlessChrome') }, true],
  [{ userAgent: 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }, true],
  [{ userAgent: 'Bot/1.0' }, true],
  [{ userAgent: 'Mozilla/5.0 (compatible; Tubot/1.0)' }, true],
  // A phone's browser within the app of a wallet.
  [{ userAgent: 'Mozilla/5.0 (Linux; Android 11; CUBOT X50; wv) AppleWebKit/537.36' }, false],
  [{ userAgent: '' }, false],
])('%o counts as a robot: %s', (signals, expected) => {
  expect(isRobot(browser(signals))).toBe(expected);
});
