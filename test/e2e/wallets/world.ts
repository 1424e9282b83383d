// The environment of wallet tests: chains, wallet backgrounds, Chromium, dapps, and the real server
// that stores events.
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '../../support/chromium.js';
import type { Undo } from '../../support/cleanup.js';
import { type ArrivedEvent, type Collector, startCollector } from '../../support/collector.js';
import { type DappSite, startDappSite } from '../../support/dapp-site.js';
import { eventually } from '../../support/eventually.js';
import type { TestServer } from '../../support/server.js';
import { type Anvil, startAnvil } from './anvil.js';
import { type Background, createBackground } from './background.js';
import { bundlePage } from './bundle.js';

/** An event as it arrived. */
export interface WalletEvent extends ArrivedEvent {
  readonly type: string;
  readonly address: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** One visitor's browser with two wallets, MetaMask and another one. */
export interface Visit {
  readonly page: Page;
  readonly metamask: Background;
  readonly second: Background;
  /** Uncaught errors of the page. */
  readonly faults: readonly string[];
}

type Cleanup = (undo: Undo) => void;

export interface WalletWorld {
  /** The wallets start on the first one. */
  readonly chains: readonly [Anvil, Anvil];
  readonly site: DappSite;
  readonly collector: Collector;
  /**
   * The script tag that the server's first start prints, but with the collector as host and without
   * batching.
   */
  readonly scriptTag: string;
  /** All events that have arrived. */
  all(): readonly WalletEvent[];
  /** The events that have arrived since `forget`, in the order of the calls. */
  events(): readonly WalletEvent[];
  forget(): void;
  /**
   * Opens a path of the site, or a full URL, in a new browser context; `prepare` runs before the
   * wallets do.
   */
  visit(path: string, prepare?: () => void): Promise<Visit>;
}

const CHAIN_IDS = [31337, 1338] as const;

/** Passes requests of the collector on to the server, and answers with its status. */
export const passOn = (collector: Collector, server: TestServer) =>
  collector.script(async ({ events, headers }) => {
    const { status } = await fetch(`${server.url}/v0/raw_events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: headers.authorization ?? '',
        'user-agent': headers['user-agent'] ?? '',
      },
      body: JSON.stringify(events),
    });
    return status;
  });

const isElsewhere = ({ hostname }: URL) => hostname !== '127.0.0.1';

const createVisit =
  (browser: Browser, chains: readonly Anvil[], scripts: readonly string[], cleanUp: Cleanup) =>
  async (address: string, prepare: () => void = () => {}): Promise<Visit> => {
    const [metamask, second] = ['io.metamask', 'com.example.second'].map((rdns) =>
      createBackground(rdns, chains),
    ) as [Background, Background];
    const context = await browser.newContext();
    cleanUp(() => context.close());
    // MetaMask's dapp requests fonts, styles and a relay from other hosts.
    await context.route(isElsewhere, (route) => route.abort());
    await context.routeWebSocket(isElsewhere, (socket) => socket.close());
    await context.exposeBinding('toWallet', ({ page }, rdns: string, message: string) =>
      [metamask, second].find((wallet) => wallet.rdns === rdns)?.hear(page, message),
    );
    await context.addInitScript(prepare);
    for (const content of scripts) await context.addInitScript({ content });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(address);
    return { page, metamask, second, faults };
  };

const byTime = (a: WalletEvent, b: WalletEvent) => (a.message_id < b.message_id ? -1 : 1);

/**
 * Call in a `beforeAll`; everything that it starts is ended through `cleanUp`. `server` gets the
 * events of the collector.
 */
export const openWalletWorld = async (
  cleanUp: Cleanup,
  server?: TestServer,
): Promise<WalletWorld> => {
  const started = <T>(one: T, undo: (one: T) => unknown): T => {
    cleanUp(() => undo(one));
    return one;
  };
  const start = async <T>(make: Promise<T>, undo: (one: T) => unknown) => started(await make, undo);
  const [browser, collector, site, first, other, ...scripts] = await Promise.all([
    start(launchBrowser(), (one) => one.close()),
    start(startCollector(), (one) => one.close()),
    start(startDappSite(), (one) => one.stop()),
    start(startAnvil(CHAIN_IDS[0]), (one) => one.stop()),
    start(startAnvil(CHAIN_IDS[1]), (one) => one.stop()),
    bundlePage('metamask.ts'),
    bundlePage('second-wallet.ts'),
  ]);
  if (server) passOn(collector, server);
  const tag = server?.scriptTag ?? '<script src="/chaintrail.js" data-write-key="key"></script>';
  const visit = createVisit(browser, [first, other], scripts, cleanUp);
  let forgotten = 0;
  const all = () => [...collector.kept.values()] as unknown as WalletEvent[];
  return {
    chains: [first, other],
    site,
    collector,
    scriptTag: tag.replace('<script', `<script data-flush-at="1" data-api-host="${collector.url}"`),
    all,
    events: () => all().slice(forgotten).sort(byTime),
    forget: () => {
      forgotten = collector.kept.size;
    },
    visit: (path, prepare) => visit(new URL(path, site.url).href, prepare),
  };
};

/** The first events of a visit in a browser with two wallets. */
export const ARRIVAL = ['detect', 'detect', 'page'];

/** The outcome of a transaction arrives when the chain has it, not when the user acts. */
const isOutcome = ({ type, properties: { status } }: WalletEvent) =>
  type === 'transaction' && /^(confirmed|reverted|replaced)$/.test(String(status));

/** Waits until the outcomes of transactions have arrived, by hash or batch id. */
export const expectOutcomes = (world: WalletWorld, outcomes: Readonly<Record<string, string>>) =>
  eventually(() => {
    const told = world.all().filter(isOutcome);
    const found = told.map(({ properties: { transaction_hash: hash, batch_id: id, status } }) => [
      id ?? hash,
      status,
    ]);
    expect(Object.fromEntries(found)).toMatchObject(outcomes);
    expect(new Set(found.map(String)).size, 'each outcome once').toBe(found.length);
    return told;
  });

/** Type (or name of a `track` event), status and method: `signature confirmed personal_sign`. */
const outlineOf = (events: readonly WalletEvent[]) =>
  events.map(({ type, event, properties: { status, method } }) =>
    [event ?? type, status, method].filter(Boolean).join(' '),
  );

/** Waits until the events that `act` caused have arrived, and requires exactly these. */
export const expectEvents = async (
  world: WalletWorld,
  act: () => unknown,
  outline: readonly string[],
): Promise<readonly WalletEvent[]> => {
  world.forget();
  await act();
  return eventually(() => {
    const events = world.events().filter((event) => !isOutcome(event));
    expect(outlineOf(events)).toEqual(outline);
    return events;
  });
};
