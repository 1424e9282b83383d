// The page's end of the connection between a wallet's provider and its background.

declare global {
  interface Window {
    /** Wallets do not announce themselves: there is only `window.ethereum`. */
    isLegacy?: boolean;
    /** Defined by the test: sends a message to the background of `wallet`. */
    toWallet(wallet: string, message: string): Promise<void>;
    /** The handlers of messages from the background of each wallet. */
    fromWallet?: Record<string, (message: string) => void>;
  }
}

/**
 * Returns a function that sends messages to the background of `wallet`; its messages go to `hear`.
 */
export const openLine = (wallet: string, hear: (message: unknown) => void) => {
  window.fromWallet ??= {};
  window.fromWallet[wallet] = (message) => hear(JSON.parse(message));
  return (message: unknown): void => void window.toWallet(wallet, JSON.stringify(message));
};
