// What `solana()` can be told.

type Statuses = PromiseLike<unknown> | { send(): PromiseLike<unknown> };

/** What is used of a `Connection` of web3.js, or of the `Rpc` of kit. */
export interface SolanaConnection {
  getSignatureStatuses(
    signatures: readonly string[],
    options?: { readonly searchTransactionHistory: boolean },
  ): Statuses;
}

export interface SolanaOptions {
  /**
   * The cluster that the app is on, such as `solana:devnet`. Default `solana:mainnet` where the wallet
   * has it. A transaction that names another makes that the one in use; a session's first, where there
   * was no more than the default, without a `chain` event.
   */
  readonly chain?: string | undefined;
  /**
   * The app's own way to the cluster, by which it is asked how transactions ended: `confirmed` or
   * `reverted`, also on later pages, for a day. Without it they stay `broadcasted`.
   */
  readonly connection?: SolanaConnection | undefined;
}
