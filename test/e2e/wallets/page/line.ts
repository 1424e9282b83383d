// The page's end of the line between a wallet's provider and its background.

declare global {
  interface Window {
    /** Wallets do not announce themselves: there is `window.ethereum` alone. */
    isLegacy?: boolean;
    /** Put there by the test: tells the background of `wallet`. */
    toWallet(wallet: string, message: string): Promise<void>;
    /** Who hears what the background of a wallet says. */
    fromWallet?: Record<string, (message: string) => void>;
  }
}

/** Answers how to speak to the background of `wallet`; what it says goes to `hear`. */
export const openLine = (wallet: string, hear: (message: unknown) => void) => {
  window.fromWallet ??= {};
  window.fromWallet[wallet] = (message) => hear(JSON.parse(message));
  return (message: unknown): void => void window.toWallet(wallet, JSON.stringify(message));
};
