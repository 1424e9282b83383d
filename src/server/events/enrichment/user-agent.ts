// Reads browser, system and device out of a user agent, and whether it is a program without a person.
import Bowser from 'bowser';
import { isbot } from 'isbot';

/** Each empty when nothing is known. */
export interface UserAgent {
  /** One of `chrome safari firefox edge opera brave samsung other`. */
  readonly browser: string;
  /** One of `windows macos ios android linux other`. */
  readonly os: string;
  /** One of `desktop mobile tablet`. */
  readonly device: string;
  /** A crawler, a headless browser, a library: nobody looks at the page. */
  readonly isBot: boolean;
}

/** What identifies a program stands at the beginning, and parsing a longer text takes longer. */
const MAX_LENGTH = 512;

const UNKNOWN: UserAgent = { browser: '', os: '', device: '', isBot: false };

const BROWSERS: ReadonlyMap<string, string> = new Map([
  ['Chrome', 'chrome'],
  ['Chromium', 'chrome'],
  ['Safari', 'safari'],
  ['Firefox', 'firefox'],
  ['Focus', 'firefox'],
  ['Microsoft Edge', 'edge'],
  ['Opera', 'opera'],
  ['Opera Coast', 'opera'],
  ['Brave', 'brave'],
  ['Samsung Internet for Android', 'samsung'],
]);

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['iOS', 'ios'],
  ['Android', 'android'],
  ['Linux', 'linux'],
]);

/** The browser in the Crypto.com wallet: `isbot` takes it for a crawler, since those name a site with ".com". */
const WALLET_LIKE_A_SITE = /\bcrypto\.com\b/i;

const DEVICES: ReadonlySet<string> = new Set(['desktop', 'mobile', 'tablet']);

/** @param text may be empty, and of any length */
export function parseUserAgent(text: string): UserAgent {
  const head = text.slice(0, MAX_LENGTH).trim();
  if (head === '') return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(head);
  return {
    browser: BROWSERS.get(browser.name ?? '') ?? 'other',
    os: SYSTEMS.get(os.name ?? '') ?? 'other',
    device: deviceOf(platform.type, os.name),
    isBot: isbot(head.replace(WALLET_LIKE_A_SITE, '')),
  };
}

function deviceOf(type: string | undefined, os: string | undefined): string {
  if (type !== undefined && DEVICES.has(type)) return type;
  // Bowser gives Chrome OS no type.
  return os === 'Chrome OS' ? 'desktop' : '';
}
