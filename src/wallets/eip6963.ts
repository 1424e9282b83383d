// The plugin for the wallets of the browser: those that announce themselves, and window.ethereum.
import type { Plugin } from '../core/tracker-types.js';
import { type EvmOptions, evmWallets } from './evm-wallets.js';
import { nameByFlags } from './legacy-names.js';
import { isObject, keyOf, read, readText, type WalletInfo } from './provider.js';
import { createWalletWatch } from './watch-wallets.js';

/**
 * When to look again for a wallet that was injected without an event. Milliseconds after the start.
 */
const LOOK_AGAIN_MS = [1_000, 3_000];

/**
 * Finds the wallets of the browser (EIP-6963 and `window.ethereum`), also those that come late, and
 * records each once a session as `detect`, then its connections, chains, signatures, transactions.
 */
export const eip6963 = (options: EvmOptions = {}): Plugin => ({
  name: 'eip6963',
  setup: (tracker, host) => {
    // On a server that renders the page there are no wallets.
    if (typeof window === 'undefined') return;
    const wallets = createWalletWatch(tracker, host, evmWallets(options));
    const announced = new Map<string, WalletInfo>();
    const seen = new WeakSet<object>();

    const found = (provider: unknown, info: WalletInfo) => {
      if (!isObject(provider)) return;
      const { info: wallet } = wallets.watch(provider, info);
      if (seen.has(provider)) return;
      seen.add(provider);
      const isFirst = host.firstInSession(`detect ${keyOf(wallet)}`);
      // Marks the name as detected too: `solana()` knows a wallet that is on both by its name
      // alone.
      host.firstInSession(`detect ${wallet.providerName}`);
      if (isFirst) tracker.detect(wallet);
    };

    const onAnnounce = wallets.guard((event: Event) => {
      const detail = read(event, 'detail');
      const told = read(detail, 'info');
      const rdns = readText(told, 'rdns');
      const info = { providerName: readText(told, 'name'), rdns };
      if (rdns) announced.set(rdns, info);
      found(read(detail, 'provider'), info);
    });

    const lookForLegacy = wallets.guard(() => {
      const injected = read(window, 'ethereum');
      const several = read(injected, 'providers');
      for (const provider of Array.isArray(several) && several[0] !== undefined
        ? several
        : [injected]) {
        found(provider, nameByFlags(provider, [...announced.values()]));
      }
    });

    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener('eip6963:announceProvider', onAnnounce, { signal });
    window.addEventListener('ethereum#initialized', lookForLegacy, { signal });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    lookForLegacy();
    for (const afterMs of LOOK_AGAIN_MS) setTimeout(lookForLegacy, afterMs);
    return () => {
      ending.abort();
      wallets.stop();
    };
  },
});
