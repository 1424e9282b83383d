// The kind of wallet that EIP-1193 describes, whoever hooks it.

import { createProviderHook } from './hook-provider.js';
import { createObserveSigning } from './observe-signing.js';
import type { WalletKind } from './watch-wallets.js';

/** What every source of EVM wallets can be told. */
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
