// The environment of each fault test: a browser engine, a dapp, and a collector with scripted
// answers.
import { randomUUID } from 'node:crypto';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Tracker, TrackerOptions } from '../../../src/core/tracker-types.js';
import { type Collector, startCollector } from '../../support/collector.js';
import { type DappSite, startDappSite } from '../../support/dapp-site.js';
import { ENGINES, type Engine, killBrowser } from '../../support/engines.js';
import { eventually, PATIENCE_MS } from '../../support/eventually.js';

/** What the dapp's page provides to code that runs in it. */
export interface Dapp {
  readonly tracker: Tracker;
  /** Tracks `step` with `n` counting up from `from`. */
  track(from: number, count: number): void;
  /** What was reported to the app. */
  readonly drops: readonly { readonly reason: string; readonly detail: string }[];
  readonly faults: readonly string[];
}

declare global {
  interface Window {
    readonly dapp: Dapp;
  }
}

export interface World {
  readonly engine: Engine;
  readonly browser: Browser;
  readonly collector: Collector;
  readonly site: DappSite;
  /** The URL of the dapp with these options of its tracker. */
  address(path?: string, options?: Partial<TrackerOptions>): string;
  /** Opens that URL in a tab; `prepare` runs in it before the page's scripts. */
  open(options?: Partial<TrackerOptions>, prepare?: () => void, browser?: Browser): Promise<Page>;
  /** A tab whose errors are collected, still without a page. */
  blank(browser?: Browser): Promise<Page>;
  /** Waits until `count` different events have arrived, and requires that each arrived once. */
  expectAll(count: number): Promise<void>;
}

/**
 * A page checks four times in this time for left-over events, so what has not arrived by then is
 * lost. Milliseconds.
 */
const ARRIVAL_TIMEOUT_MS = 95_000;

type Where = readonly Engine['name'][];

const EVERYWHERE: Where = ['Chromium', 'Firefox', 'WebKit'];

/** Collects errors that reached the page's own listeners for errors and unhandled rejections. */
const watchFaults = (page: Page, faults: string[]): void => {
  page.on('console', (message) => {
    if (message.text().startsWith('page fault')) faults.push(message.text());
  });
};

/** How many of `count` events are missing, and how many a server would count more than once. */
export const verdictOf = ({ kept, changed }: Collector, count: number) => {
  const ids = new Map<unknown, number>();
  for (const { properties } of kept.values()) {
    ids.set(properties?.n, (ids.get(properties?.n) ?? 0) + 1);
  }
  const twice = [...ids.values()].filter((times) => times > 1).length;
  return { lost: count - ids.size, twice, changed: changed.length };
};

/** Defines tests once for each engine; each test gets new servers and a write key of its own. */
export const inEngines = (define: (world: World) => void, where: Where = EVERYWHERE) =>
  describe.each(ENGINES.filter(({ name }) => where.includes(name)))('$name', (engine) => {
    let browser: Browser;
    let collector: Collector;
    let site: DappSite;
    let writeKey = '';
    let faults: string[] = [];

    beforeAll(async () => {
      browser = await engine.launch();
    });
    afterAll(() => killBrowser(browser));

    beforeEach(async () => {
      writeKey = randomUUID();
      faults = [];
      collector = await startCollector();
      site = await startDappSite();
    });
    afterEach(async () => {
      for (const page of await browser.pages()) {
        if (page.url().startsWith(site.url)) await page.close();
      }
      await Promise.all([collector.close(), site.stop()]);
      expect(faults, 'errors that the page could see').toEqual([]);
      expect(collector.emptyPosts()).toBe(0);
    });

    const world: World = {
      engine,
      get browser() {
        return browser;
      },
      get collector() {
        return collector;
      },
      get site() {
        return site;
      },
      address: (path = '/', options = {}) => {
        const all = { writeKey, apiHost: collector.url, ...options };
        return `${site.url}${path}?options=${encodeURIComponent(JSON.stringify(all))}`;
      },
      blank: async (from = browser) => {
        const page = await from.newPage();
        watchFaults(page, faults);
        return page;
      },
      open: async (options, prepare, from) => {
        const page = await world.blank(from);
        const address = world.address('/', options);
        await page.goto(
          prepare ? `${address}&prepare=${encodeURIComponent(`(${prepare})()`)}` : address,
        );
        return page;
      },
      expectAll: async (count) => {
        try {
          await eventually(() => {
            expect(verdictOf(collector, count)).toMatchObject({ lost: 0 });
          }, ARRIVAL_TIMEOUT_MS);
        } catch (cause) {
          const pages = (await browser.pages()).filter((page) => page.url().startsWith(site.url));
          const found = await Promise.all(pages.map(whereabouts));
          // Logged also if a retry succeeds.
          console.error('Events are missing.', collector.posts.length, 'posts;', ...found);
          throw cause;
        }
        expect(verdictOf(collector, count)).toEqual({ lost: 0, twice: 0, changed: 0 });
      },
    };
    define(world);
  });

/** Tracks `count` events in the page, numbered from `from`. */
export const track = (page: Page, count: number, from = 0): Promise<void> =>
  page.evaluate((start, length) => window.dapp.track(start, length), from, count);

/** Waits until all events that the page accepted are answered. */
export const flush = (page: Page): Promise<void> =>
  page.evaluate((timeoutMs) => window.dapp.tracker.flush({ timeoutMs }), PATIENCE_MS);

/** The counts of the page's tracker. */
export const readStats = (page: Page) => page.evaluate(() => window.dapp.tracker.stats());

/** The number of events of the page's origin in IndexedDB, whoever stored them. */
export const countStored = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        count += await done(database.transaction(store).objectStore(store).count());
      }
      database.close();
    }
    return count;
  });

/** Where missing events may be, and which pages hold locks, as JSON. */
const whereabouts = async (page: Page): Promise<string> => {
  const stored = await countStored(page);
  const rest = await page.evaluate(async () => ({
    locks: await navigator.locks.query(),
    journals: Object.entries(localStorage).map(([key, { length }]) => [key, length]),
    stats: window.dapp.tracker.stats(),
    faults: window.dapp.faults,
  }));
  return JSON.stringify({ stored, ...rest });
};

/** Waits until IndexedDB holds `count` events. */
export const expectStored = (page: Page, count: number): Promise<void> =>
  eventually(async () => expect(await countStored(page)).toBe(count));

/** Opens a session of the Chrome DevTools protocol. */
export const devtools = (page: Page): Promise<CDPSession> => page.createCDPSession();
