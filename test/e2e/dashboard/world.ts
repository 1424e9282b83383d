// The dashboard of a real server with the history of a shop, in a browser whose errors are
// collected.
import { Chaintrail } from 'chaintrail/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../support/chromium.js';
import { eventually } from '../../support/eventually.js';
import { runOrThrow } from '../../support/run.js';
import {
  type Content,
  SERVER_BIN,
  startFilledServer,
  startServer,
  type TestServer,
} from '../../support/server.js';
import { type ShopHistory, tellShopHistory } from '../../support/shop-history.js';

const KEY_NAME = 'chaintrail.dashboard.key';
/** Where the page keeps the scopes of the key, once they are known. */
const SCOPES_NAME = 'chaintrail.dashboard.answer';

export interface OpenedPage {
  readonly page: Page;
  /** Errors, warnings, policy violations, requests to other hosts, and URLs with a key. */
  readonly complaints: readonly string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Default: signed in with the key of the first start; null: not signed in. */
  readonly apiKey?: string | null;
  /** The path or fragment to open. Default: none. */
  readonly at?: string;
}

/** Without any events. */
export interface EmptyWorld {
  readonly server: TestServer;
  readonly client: Chaintrail;
  open(options?: OpenOptions): Promise<OpenedPage>;
  /** The output of a command of the server. */
  command(...words: string[]): Promise<string>;
  /** Creates a key with only these scopes, separated by `,`. */
  makeKey(scopes: string): Promise<{ readonly id: string; readonly apiKey: string }>;
  close(): Promise<void>;
}

export interface DashboardWorld extends EmptyWorld, ShopHistory {}

const watch = (page: Page, server: TestServer): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.url}/`) && !url.startsWith('data:')) {
      complaints.push(`request to another host: ${url}`);
    }
    if (url.includes(server.apiKey)) complaints.push(`the key is in an address: ${url}`);
  });
  return complaints;
};

const LATE_MS = 200;

/**
 * Delays frames and timers as on a busy machine, so that code which must be faster than a click
 * fails reliably.
 */
const delayFrames = (lateMs: number) => {
  const { setTimeout, clearTimeout } = window;
  const later = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    setTimeout(run, Math.max(ms, lateMs), ...given);
  Object.assign(window, {
    setTimeout: later,
    requestAnimationFrame: (draw: FrameRequestCallback) => later(() => draw(performance.now())),
    cancelAnimationFrame: clearTimeout,
  });
};

const openIn = async (
  browser: Browser,
  server: TestServer,
  { apiKey = server.apiKey, at = '', ...options }: OpenOptions,
): Promise<OpenedPage> => {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  const complaints = watch(page, server);
  if (apiKey !== null) {
    // Once for each tab, as the form does, so that signing out lasts.
    const signIn = ([name, key]: readonly [string, string]) => {
      if (sessionStorage.getItem('told') === null) sessionStorage.setItem(name, key);
      sessionStorage.setItem('told', 'yes');
    };
    await page.addInitScript(signIn, [KEY_NAME, apiKey] as const);
  }
  await page.addInitScript(delayFrames, LATE_MS);
  await page.goto(`${server.url}/${at}`);
  return { page, complaints };
};

const clientOf = ({ apiKey, url }: TestServer) => new Chaintrail({ apiKey, baseURL: url });

const openWorld = async (server: TestServer): Promise<EmptyWorld> => {
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await server.dispose();
  };
  const command = async (...words: string[]) => {
    const cwd = server.dataDirectory;
    const options = { cwd, env: { CHAINTRAIL_DATA: cwd } };
    return (await runOrThrow(process.execPath, [SERVER_BIN, ...words], options)).stdout;
  };
  const makeKey = async (scopes: string) => {
    const made = await command('keys', 'create', '--name', scopes, '--scopes', scopes, '--json');
    const { id, api_key: apiKey } = JSON.parse(made);
    return { id, apiKey };
  };
  const client = clientOf(server);
  const open = (options: OpenOptions = {}) => openIn(browser, server, options);
  return { server, client, command, makeKey, open, close };
};

export const startEmptyDashboard = async (): Promise<EmptyWorld> => openWorld(await startServer());

const SHOP: Content<ShopHistory> = {
  name: 'shop',
  fill: (server) => tellShopHistory(clientOf(server), server.writeKey),
};

/** @param env additional settings of the server */
export const startDashboard = async (
  env: Readonly<Record<string, string>> = {},
): Promise<DashboardWorld> => {
  const { server, told } = await startFilledServer(SHOP, env);
  return { ...(await openWorld(server)), ...told };
};

/**
 * Waits until every part of the view shows its result, or why there is none, and until the scopes of the key are
 * known: before, there are buttons also for what it does not allow.
 */
export const settled = (page: Page): Promise<void> =>
  eventually(async () => {
    await page.locator('h1').waitFor();
    const isKnown = await page.evaluate(
      ([key, scopes]) =>
        sessionStorage.getItem(key) === null || sessionStorage.getItem(scopes) !== null,
      [KEY_NAME, SCOPES_NAME] as const,
    );
    if (!isKnown) return null;
    const busy = await page.locator('.skeleton, [aria-busy=true]').count();
    return busy === 0 || null;
  }).then(() => {});

/** Waits until the page shows this place, with all results. */
export const arrived = async (page: Page, hash: string): Promise<void> => {
  await page.locator(`main[data-place="${hash}"]`).waitFor();
  await settled(page);
};

/** Navigates within the page, as a link does. */
export const goTo = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await arrived(page, hash);
};
