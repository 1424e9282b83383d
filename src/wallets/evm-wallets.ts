// The kind of wallet that EIP-1193 describes, whether its provider or a library is hooked.

import { createProviderHook } from './hook-provider.js';
import { createObserveSigning } from './observe-signing.js';
import type { WalletKind } from './watch-wallets.js';

/** The options of every plugin for EVM wallets. */
export interface EvmOptions {
  /**
   * Asks the wallet's node, after the app's own call, how each transaction ended: `confirmed`,
   * `reverted` or `replaced`, also on later pages, for a day. Default true.
   */
  readonly receipts?: boolean | undefined;
}

export const evmWallets = ({ receipts = true }: EvmOptions = {}): WalletKind => ({
  createHook: createProviderHook,
  observeSigning: (options) => createObserveSigning(options, receipts),
});
