// @vitest-environment happy-dom
// Finds wallets by EIP-6963 announcements, or window.ethereum where there are none.
import { afterEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/server/demo/page/provider.js';
import { announceWallet, discoverWallets } from '../../../src/server/demo/page/wallet-discovery.js';

const createProvider = (): Provider => ({
  request: async () => null,
  on: () => undefined,
  removeListener: () => undefined,
});
const page = window as { ethereum?: Provider };

afterEach(() => {
  delete page.ethereum;
});

describe('discoverWallets', () => {
  it('finds window.ethereum where no wallet is announced', () => {
    page.ethereum = createProvider();
    const found: Provider[] = [];
    discoverWallets(({ provider }) => found.push(provider));
    expect(found).toEqual([page.ethereum]);
  });

  it('finds wallets that are announced before and after, each once, without window.ethereum', () => {
    const [early, late] = [createProvider(), createProvider()];
    announceWallet(early, { name: 'Early', icon: '', rdns: 'test.early' });
    page.ethereum = early;
    const found: string[] = [];
    discoverWallets(({ info }) => found.push(info.name));
    announceWallet(late, { name: 'Late', icon: '', rdns: 'test.late' });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(found).toEqual(['Early', 'Late']);
  });
});

describe('announceWallet', () => {
  it('announces a frozen detail with a version 4 UUID', () => {
    const details: unknown[] = [];
    window.addEventListener('eip6963:announceProvider', (event) => {
      details.push((event as CustomEvent).detail);
    });
    const provider = createProvider();
    announceWallet(provider, { name: 'Demo', icon: 'data:,', rdns: 'test.demo' });
    const [detail] = details;
    expect(Object.isFrozen(detail)).toBe(true);
    expect(detail).toMatchObject({
      provider,
      info: {
        name: 'Demo',
        rdns: 'test.demo',
        uuid: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
      },
    });
  });
});
