// A Solana dapp in Chromium: a Wallet Standard wallet with a real key, a cluster on litesvm, kit in
// the page.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { type Collector, startCollector } from '../../support/collector.js';
import { startDappSite } from '../../support/dapp-site.js';
import { eventually } from '../../support/eventually.js';
import { bundlePage } from './bundle.js';
import type { SolanaAppSettings } from './page/solana-app.js';
import type { WalletQuestion } from './page/solana-wallet.js';
import { createSolanaBackground, type SolanaBackground } from './solana-background.js';
import { type SolanaCluster, startSolanaCluster } from './solana-cluster.js';
import type { WalletEvent } from './world.js';

const FRIEND = 'FwBWFR82AhEZnKEmKWMbXxoVeeGpDLEhHhgrgVb9vRya';
const CHAIN = 'solana:localnet';

const cleanUp = createCleanup();
const faults: string[] = [];
let collector: Collector;
let cluster: SolanaCluster;
let wallet: SolanaBackground;
let page: Page;
let seen = 0;

beforeAll(async () => {
  const [browser, site, walletScript, appScript] = await Promise.all([
    launchBrowser(),
    startDappSite(),
    bundlePage('solana-wallet.ts'),
    bundlePage('solana-app.ts'),
  ]);
  cleanUp(() => browser.close());
  cleanUp(() => site.stop());
  collector = await startCollector();
  cleanUp(() => collector.close());
  cluster = await startSolanaCluster();
  cleanUp(() => cluster.stop());
  wallet = await createSolanaBackground(cluster);

  site.serve('/app.js', appScript, 'text/javascript');
  site.serve('/app', '<!doctype html><body><script src="/app.js"></script>', 'text/html');
  const settings: SolanaAppSettings = {
    cluster: cluster.url,
    tracker: { writeKey: 'key', apiHost: collector.url, flushAt: 1 },
  };
  const context = await browser.newContext();
  await context.exposeFunction('askSolanaWallet', (question: WalletQuestion) =>
    wallet.answer(question),
  );
  await context.addInitScript({ content: walletScript });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${site.url}/app?settings=${encodeURIComponent(JSON.stringify(settings))}`);
});

const all = () => [...collector.kept.values()] as unknown as WalletEvent[];
const byTime = (a: WalletEvent, b: WalletEvent) => (a.message_id < b.message_id ? -1 : 1);
const outlineOf = ({ type, event, properties: { status } }: WalletEvent) =>
  [event ?? type, status].filter(Boolean).join(' ');

/** Waits until exactly these events have arrived since the last call. */
const told = (...outline: readonly string[]): Promise<readonly WalletEvent[]> =>
  eventually(() => {
    const events = all().slice(seen).sort(byTime);
    expect(events.map(outlineOf)).toEqual(outline);
    seen += events.length;
    return events;
  });

const click = async (name: string, result = 'done') => {
  await page.getByRole('button', { name, exact: true }).click();
  await page
    .getByText(new RegExp(`${name}:? ${result}`))
    .last()
    .waitFor();
};

/** The events of a transaction that succeeds. */
const SENT = ['transaction started', 'transaction broadcasted', 'transaction confirmed'];

it('[wallets 47] [wallets 48] records every action with a Solana wallet, and makes no calls of its own', async () => {
  const [detected] = await told('detect', 'page');
  expect(detected?.properties).toMatchObject({ provider_name: 'Local Wallet' });

  wallet.rejectNext();
  await click('connect', 'User rejected');
  await told('wallet_connect_rejected');
  await click('connect');
  const [connected] = await told('connect');
  expect(connected).toMatchObject({
    address: wallet.address,
    properties: { chain_id: CHAIN, provider_name: 'Local Wallet' },
  });

  await click('sign message');
  const [message] = await told('signature requested', 'signature confirmed');
  expect(message?.properties).toMatchObject({ message_kind: 'text', chain_id: CHAIN });
  wallet.rejectNext();
  await click('sign message', 'User rejected');
  await told('signature requested', 'signature rejected');
  await click('sign in');
  const [, signedIn] = await told('signature requested', 'signature confirmed');
  expect(signedIn).toMatchObject({
    address: wallet.address,
    properties: { message_kind: 'siws' },
  });

  for (const [name, amount] of [
    ['wallet sends', 1_000_000n],
    ['app sends', 2_000_000n],
  ] as const) {
    const before = cluster.balanceOf(FRIEND);
    await click(name);
    const [, broadcasted, confirmed] = await told(...SENT);
    expect(cluster.balanceOf(FRIEND) - before).toBe(amount);
    expect(confirmed).toMatchObject({
      address: wallet.address,
      properties: { transaction_hash: broadcasted?.properties.transaction_hash, chain_id: CHAIN },
    });
  }
  wallet.rejectNext();
  await click('wallet sends', 'User rejected');
  await told('transaction started', 'transaction rejected');

  await page.reload();
  const [again] = await told('page');
  expect(again?.address).toBe(wallet.address);
  await click('connect');
  await click('disconnect');
  const [gone] = await told('disconnect');
  expect(gone).toMatchObject({ address: wallet.address, properties: { chain_id: CHAIN } });

  expect(wallet.asked).toEqual([
    ...['connect', 'connect', 'signMessage', 'signMessage', 'signIn'],
    ...['signAndSendTransaction', 'signTransaction', 'signAndSendTransaction'],
    ...['connect', 'disconnect'],
  ]);
  expect(faults).toEqual([]);
});
