// Sites with any host name, all of them on loopback, in a real Chromium, and the events that reach
// the collector.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { BrowserOptions, Tracker } from '../../../src/browser/index.js';
import { launchBrowser } from '../../support/chromium.js';
import { type ArrivedEvent, type Collector, startCollector } from '../../support/collector.js';
import { type DappSite, startDappSite } from '../../support/dapp-site.js';
import { eventually } from '../../support/eventually.js';

declare global {
  interface Window {
    readonly tracker: Tracker;
  }
}

/** An event as it arrived, with the fields that these tests use. */
export interface Arrived extends ArrivedEvent {
  readonly type: string;
  readonly anonymous_id: string;
  readonly session_id: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface CaptureWorld {
  readonly browser: Browser;
  readonly collector: Collector;
  /**
   * Serves a page at `path` on every host: the script, then a tracker with these options, then
   * `html`.
   */
  serve(path: string, options?: Partial<BrowserOptions>, html?: string): void;
  /** Serves a page without the script. */
  servePlain(path: string, html: string): void;
  /** The URL of `path` on `host`. */
  on(host: string, path?: string): string;
  /** Ignores all events from before this call: the last ones of an earlier test may arrive late. */
  forget(): void;
  /** The events that arrived, in the order of the calls; waits until there are `count`. */
  arrived(count: number): Promise<readonly Arrived[]>;
  close(): Promise<void>;
}

const pageOf = (options: object, html: string) => `<!doctype html><title>Dapp</title>
<script src="/chaintrail.js"></script>
<script>window.tracker = chaintrail.createTracker(${JSON.stringify(options)});</script>
${html}`;

/** The first characters of a version 7 UUID created at `now`: ids sort by their time. */
const idAt = (now: number) =>
  now
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-');

export const openWorld = async (): Promise<CaptureWorld> => {
  const collector = await startCollector();
  const site: DappSite = await startDappSite();
  const { port } = new URL(site.url);
  const browser = await launchBrowser({
    // Every host name resolves to this machine, so no request leaves it.
    args: ['--host-resolver-rules=MAP * 127.0.0.1'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const servePlain = (path: string, html: string) => site.serve(path, html, 'text/html');
  let since = '';
  const arrived = () =>
    ([...collector.kept.values()] as Arrived[])
      .filter(({ message_id: id }) => id >= since)
      .sort((a, b) => (a.message_id < b.message_id ? -1 : 1));
  return {
    browser,
    collector,
    serve: (path, options = {}, html = '') =>
      servePlain(
        path,
        pageOf({ writeKey: 'key', apiHost: collector.url, wallets: false, ...options }, html),
      ),
    servePlain,
    on: (host, path = '/') => `http://${host}:${port}${path}`,
    forget: () => {
      since = idAt(Date.now());
    },
    arrived: async (count) => {
      await eventually(() => arrived().length >= count);
      return arrived();
    },
    close: async () => {
      await browser.close();
      await Promise.all([collector.close(), site.stop()]);
    },
  };
};

/**
 * Everything that the visited sites have stored in the page's browser, as far as the page can read
 * it.
 */
export const readStored = async (page: Page, context: BrowserContext) => ({
  cookies: (await context.cookies()).map(({ name }) => name.replace(/^chaintrail_[a-z0-9]+_/, '')),
  ...(await page.evaluate(async () => ({
    storage: Object.keys(localStorage).map((key) =>
      key.replace(/^chaintrail[-_][a-z0-9]+[-_]/, ''),
    ),
    databases: (await indexedDB.databases()).length,
  }))),
});

export const NOTHING = { cookies: [], storage: [], databases: 0 };
