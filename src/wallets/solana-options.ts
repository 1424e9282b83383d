// The options of `solana()`.

type Statuses = PromiseLike<unknown> | { send(): PromiseLike<unknown> };

/** The part that is used of a `Connection` of web3.js, or of the `Rpc` of kit. */
export interface SolanaConnection {
  getSignatureStatuses(
    signatures: readonly string[],
    options?: { readonly searchTransactionHistory: boolean },
  ): Statuses;
}

export interface SolanaOptions {
  /**
   * The cluster that the app uses, such as `solana:devnet`. Default: `solana:mainnet` where the
   * wallet has it, else the wallet's first chain. A transaction that names another chain changes
   * it, with a `chain` event; the first of a session gives none where the chain was only the
   * default.
   */
  readonly chain?: string | undefined;
  /**
   * The app's connection to the cluster, which is asked how transactions ended: `confirmed` or
   * `reverted`, also on later pages, for a day. Without it they stay `broadcasted`.
   */
  readonly connection?: SolanaConnection | undefined;
}
