// The browser engines in which delivery is tested, with one interface to drive them.
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.js';
import { eventually, isAlive, PATIENCE_MS } from './eventually.js';
import { ensureFirefox } from './firefox.js';
import { findWebKit, launchWebKit } from './webkit.js';

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Starts a browser, with a new profile folder unless one is given. */
  launch(profile?: string): Promise<Browser>;
}

/**
 * Kills the whole process group of a browser, so that a test run that ends early leaves no process behind. Resolves
 * when the browser is gone: until then, its profile is in use.
 */
export const killBrowser = async (browser: Browser): Promise<void> => {
  const pid = browser.process()?.pid;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
  await eventually(() => !isAlive(pid));
};

const onProfile = (profile: string | undefined) =>
  profile === undefined ? {} : { userDataDir: profile };

/** Starts a browser with timeouts, also those of its pages, that are long enough for a busy machine. */
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

/** Contains WebKit only where this machine has its driver; the others are installed where they are missing. */
export const ENGINES: readonly Engine[] = [chromium, firefox, ...(findWebKit() ? [webkit] : [])];

/** The engines whose profile folders persist: a WebKit that is driven by WebDriver keeps nothing on disk. */
export const WITH_PROFILES: readonly Engine['name'][] = ['Chromium', 'Firefox'];
