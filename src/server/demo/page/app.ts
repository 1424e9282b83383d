// The demo page's composition root.
import { type Chaintrail, findChaintrail } from './chaintrail.js';
import { createDemoWallet, type DemoWallet } from './demo-wallet.js';
import { askInDialog } from './demo-wallet-dialog.js';
import { createDemoWalletMemory, DEMO_CHAINS, type DemoWalletMemory } from './demo-wallet-state.js';
import { requireElement } from './elements.js';
import { startEventFeed } from './event-feed.js';
import { setUpShop } from './shop.js';
import { setUpSnippet } from './snippet.js';
import { createStoredPanel } from './stored-panel.js';
import { markReachedStops } from './trail.js';
import { createWalletChoice } from './wallet-choice.js';
import { announceWallet, discoverWallets } from './wallet-discovery.js';
import { createWalletSession } from './wallet-session.js';
import { setUpWalletSteps, showWallet } from './wallet-steps.js';

const DEMO_RDNS = 'invalid.chaintrail.demo-wallet';
const DEMO_ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f6f4a"/><path d="M5 24 13 10l5 8 3-4 6 10z" fill="#fff"/></svg>',
  );

function start(): void {
  setUpSnippet();
  const chaintrail = findChaintrail();
  if (chaintrail === undefined) {
    requireElement('stored').dataset.state = 'missing';
    requireElement('stored-status').textContent = 'SDK not loaded';
    requireElement('stored-problem').textContent =
      'The script /chaintrail.js did not load. Allow it in your content blocker and reload.';
  }
  const expectEvent = chaintrail === undefined ? () => {} : startPanel(chaintrail);
  if (chaintrail !== undefined) setUpShop(chaintrail, expectEvent);
  setUpWallets(expectEvent);
}

function startPanel(chaintrail: Chaintrail): () => void {
  const panel = createStoredPanel();
  const feed = startEventFeed({
    anonymousId: () => chaintrail.anonymousId(),
    onAnswer(answer) {
      panel.showAnswer(answer, chaintrail.stats().queued);
      markReachedStops(document, answer.events);
    },
    onFailure: () => panel.showFailure(chaintrail.stats().queued),
  });
  return feed.expectEvent;
}

function setUpWallets(onEvent: () => void): void {
  const memory = createDemoWalletMemory(readableStorage());
  const demo = createDemoWallet({ memory, ask: askInDialog, now: Date.now });
  const choice = createWalletChoice((wallet) => void showWallet(wallet));

  setUpWalletSteps(choice, onEvent);
  discoverWallets((found) => {
    const isDemo = found.provider === demo.provider;
    const session = createWalletSession(found, isDemo ? DEMO_CHAINS : 'test-networks');
    session.onChange(() => {
      if (choice.current() === session) void showWallet(session);
      onEvent();
    });
    choice.add(session);
  });
  announceWallet(demo.provider, { name: 'Demo Wallet', icon: DEMO_ICON, rdns: DEMO_RDNS });
  setUpDemoControls(demo, memory);
}

/** The page's buttons for what a visitor would do in a real wallet's own window. */
function setUpDemoControls(demo: DemoWallet, memory: DemoWalletMemory): void {
  const toggle = requireElement('toggle-offline');
  toggle.addEventListener('click', () => {
    const goesOffline = toggle.getAttribute('aria-pressed') !== 'true';
    toggle.setAttribute('aria-pressed', String(goesOffline));
    toggle.textContent = goesOffline ? 'bring it back online' : 'take it offline';
    demo.setOnline(!goesOffline);
  });

  requireElement('switch-account').addEventListener('click', () => demo.switchAccount());
  requireElement('start-over').addEventListener('click', () => memory.update({ permitted: false }));
}

/** Undefined where the browser denies storage: even reading `localStorage` throws there. */
function readableStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

start();
