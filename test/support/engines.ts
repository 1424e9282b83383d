// The browser engines that delivery is proven in, behind one way to drive them.
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.js';
import { PATIENCE_MS } from './eventually.js';
import { ensureFirefox } from './firefox.js';
import { findWebKit, launchWebKit } from './webkit.js';

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Starts a browser, on a profile folder of its own unless one is named. */
  launch(profile?: string): Promise<Browser>;
}

/** A test run that ends early must not leave browsers behind: a browser leads a process group. */
export const killBrowser = (browser: Browser): void => {
  const pid = browser.process()?.pid;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
};

const onProfile = (profile: string | undefined) =>
  profile === undefined ? {} : { userDataDir: profile };

/** One whose start and whose pages wait as long as a busy machine needs. */
const launch = async (options: LaunchOptions): Promise<Browser> => {
  const browser = await puppeteer.launch({ timeout: PATIENCE_MS, ...options });
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (pageOptions) => {
    const page = await newPage(pageOptions);
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  };
  return browser;
};

const chromium: Engine = {
  name: 'Chromium',
  launch: (profile) =>
    launch({
      browser: 'chrome',
      executablePath: ensureChromium(),
      args: CHROMIUM_FLAGS,
      ...onProfile(profile),
    }),
};

const firefox: Engine = {
  name: 'Firefox',
  launch: (profile) =>
    launch({
      browser: 'firefox',
      executablePath: ensureFirefox(),
      ...onProfile(profile),
    }),
};

const webkit: Engine = { name: 'WebKit', launch: launchWebKit };

/** WebKit where this machine has its driver; the others are installed where they are missing. */
export const ENGINES: readonly Engine[] = [chromium, firefox, ...(findWebKit() ? [webkit] : [])];

/** Those whose profiles outlast them: WebKit keeps nothing on disk while it is driven. */
export const WITH_PROFILES: readonly Engine['name'][] = ['Chromium', 'Firefox'];
