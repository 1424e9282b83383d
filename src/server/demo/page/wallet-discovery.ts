// Finds the wallets of the browser: those announced by EIP-6963, and an old-style window.ethereum.
import type { Provider, ProviderDetail, ProviderInfo } from './provider.js';

/** Calls `onFound` once for each wallet, also for those that appear later. */
export function discoverWallets(onFound: (wallet: ProviderDetail) => void): void {
  const known = new Set<string>();
  const providers = new Set<Provider>();
  window.addEventListener('eip6963:announceProvider', (event) => {
    const detail = (event as CustomEvent<ProviderDetail>).detail;
    if (known.has(detail.info.rdns)) return;
    known.add(detail.info.rdns);
    providers.add(detail.provider);
    onFound(detail);
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));

  const injected = (window as { ethereum?: Provider }).ethereum;
  // A wallet that announces itself usually sits in window.ethereum as well.
  if (injected === undefined || providers.size > 0) return;
  onFound({
    provider: injected,
    info: { uuid: 'window.ethereum', name: 'Browser wallet', icon: '', rdns: 'window.ethereum' },
  });
}

/** Announces a wallet, now and whenever a page asks (EIP-6963). */
export function announceWallet(provider: Provider, wallet: Omit<ProviderInfo, 'uuid'>): void {
  const info = Object.freeze({ uuid: randomUuid(), ...wallet });
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

/** `crypto.randomUUID` is missing where the page is served by plain HTTP from another machine. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
