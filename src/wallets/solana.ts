// The plugin for Solana: the wallets of the Wallet Standard, which wallet-adapter and framework-kit use, too.
import type { Plugin } from '../core/tracker-types.js';
import { createSolanaHook } from './hook-solana.js';
import { createObserveSolana } from './observe-solana.js';
import { isObject, keyOf, read, readText } from './provider.js';
import { isSolanaWallet } from './read-solana.js';
import type { SolanaConnection, SolanaOptions } from './solana-options.js';
import { createWalletWatch } from './watch-wallets.js';

export type { SolanaConnection, SolanaOptions };

/**
 * Finds the Solana wallets that register themselves by the Wallet Standard, also those that come late,
 * and records each once a session as `detect`, then its connections, signatures, transactions.
 */
export const solana = (options: SolanaOptions = {}): Plugin => ({
  name: 'solana',
  setup: (tracker, host) => {
    // On a server that renders the page there are no wallets.
    if (typeof window === 'undefined') return;
    const wallets = createWalletWatch(tracker, host, {
      createHook: createSolanaHook(options),
      observeSigning: (signing) =>
        createObserveSolana(signing, !!options.connection, !options.chain),
    });
    const found = wallets.guard((wallet: unknown) => {
      if (!isObject(wallet) || !isSolanaWallet(wallet)) return;
      const { info } = wallets.watch(wallet, { providerName: readText(wallet, 'name') });
      // In a microtask: by then `eip6963()` has detected a wallet that is an EVM wallet as well,
      // under its rdns.
      queueMicrotask(
        wallets.guard(() => {
          if (host.firstInSession(`detect ${keyOf(info)}`)) tracker.detect(info);
        }),
      );
    });
    const api = {
      register: (...registered: readonly unknown[]) => {
        for (const wallet of registered) found(wallet);
        return () => {};
      },
    };
    const onRegister = wallets.guard((event: Event) => {
      const register = read(event, 'detail');
      if (typeof register === 'function') register(api);
    });

    addEventListener('wallet-standard:register-wallet', onRegister);
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
    return () => {
      removeEventListener('wallet-standard:register-wallet', onRegister);
      wallets.stop();
    };
  },
});
