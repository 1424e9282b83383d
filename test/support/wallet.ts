// A wallet for pages under test: an EIP-1193 provider, announced by EIP-6963, that approves everything at once.

export interface TestWalletOptions {
  readonly account: string;
  readonly name: string;
  /** Reverse domain name, such as `com.example.wallet`. */
  readonly rdns: string;
}

type Listener = (value: unknown) => void;

/**
 * Runs in the page before its scripts (`page.addInitScript(installWallet, options)`), so it must not use
 * anything from outside its own body.
 */
export const installWallet = ({ account, name, rdns }: TestWalletOptions): void => {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  let isConnected = false;
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x1',
    eth_accounts: () => (isConnected ? [account] : []),
    eth_requestAccounts: () => {
      if (!isConnected) {
        isConnected = true;
        emit('accountsChanged', [account]);
      }
      return [account];
    },
    personal_sign: () => `0x${'11'.repeat(65)}`,
    eth_sendTransaction: () => `0x${'ab'.repeat(32)}`,
    eth_getTransactionReceipt: () => ({
      transactionHash: `0x${'ab'.repeat(32)}`,
      status: '0x1',
      blockNumber: '0x10',
      gasUsed: '0x5208',
    }),
  };
  const provider = {
    async request({ method }: { method: string }) {
      const answer = answers[method];
      if (answer) return answer();
      throw Object.assign(new Error(`The test wallet has no ${method}.`), { code: 4200 });
    },
    on(event: string, listener: Listener) {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  const info = { uuid: crypto.randomUUID(), name, rdns, icon: 'data:image/svg+xml,<svg/>' };
  const detail = Object.freeze({ info, provider });
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
};
