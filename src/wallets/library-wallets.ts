// The kind of wallet that is watched through the functions of a library, above its provider or
// without one.
import type { Plugin } from '../core/tracker-types.js';
import { createDelays } from './delays.js';
import { type EvmOptions, evmWallets } from './evm-wallets.js';
import { createHold } from './hold-action.js';
import { hookLibrary, type Library } from './hook-library.js';
import type { WalletInfo } from './provider.js';
import { createWalletWatch } from './watch-wallets.js';

/** The wallet's name in its events, and whether its transactions are followed. */
export interface LibraryOptions extends WalletInfo, EvmOptions {}

/** The plugin that records what an app does through `library`. */
export const watchLibrary = (
  name: string,
  library: Library,
  { receipts, ...info }: LibraryOptions,
): Plugin => ({
  name,
  setup: (tracker, host) => {
    const delays = createDelays();
    const wallets = createWalletWatch(tracker, host, {
      ...evmWallets({ receipts }),
      createHook: hookLibrary(library),
      hold: createHold(delays),
      source: 'library',
    });
    wallets.watch(library.target, info);
    return () => {
      delays.stop();
      wallets.stop();
    };
  },
});
