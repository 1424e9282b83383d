// The environment of the script tag tests: Chromium, two sites, a collector.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Tracker } from '../../../src/core/tracker-types.js';
import { launchBrowser } from '../../support/chromium.js';
import { type Collector, startCollector } from '../../support/collector.js';
import { startTagSite, type TagSite } from './pages.js';

declare global {
  interface Window {
    chaintrail: Tracker;
    shop: Tracker;
    /** Collected by the scripts of a test's page. */
    notes: unknown[];
  }
}

export interface TagWorld {
  readonly site: TagSite;
  /** Another origin, and another site for cookies. */
  readonly otherSite: TagSite;
  readonly collector: Collector;
  /** A key of its own for each test. */
  readonly writeKey: string;
  /** Messages of the page's console, and errors that reached its window. */
  readonly messages: readonly string[];
  open(path?: string): Promise<Page>;
  /** Names (or types) of the events that have arrived. */
  arrived(): readonly string[];
}

/** Call at the top of a test file. */
export const createTagWorld = (): TagWorld => {
  let browser: Browser;
  let site: TagSite;
  let otherSite: TagSite;
  let collector: Collector;
  let writeKey = '';
  let messages: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    [site, otherSite, collector] = await Promise.all([
      startTagSite(),
      startTagSite(),
      startCollector(),
    ]);
    writeKey = randomUUID();
    messages = [];
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await Promise.all([site.stop(), otherSite.stop(), collector.close()]);
  });

  return {
    get site() {
      return site;
    },
    get otherSite() {
      return otherSite;
    },
    get collector() {
      return collector;
    },
    get writeKey() {
      return writeKey;
    },
    get messages() {
      return messages;
    },
    open: async (path = '/') => {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.on('console', (message) => messages.push(message.text()));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      // Not `load`, which waits for a script that a test holds back. Before this, the page's own scripts may not
      // have run, and `window.notes` may be missing.
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      return page;
    },
    arrived: () =>
      [...collector.kept.values()].map(
        (event) => event.event ?? String(Reflect.get(event, 'type')),
      ),
  };
};
