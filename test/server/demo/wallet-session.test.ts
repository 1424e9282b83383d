// The requests of the demo page to a wallet, which never spend money of a real one.
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/server/demo/page/provider.js';
import { createWalletSession } from '../../../src/server/demo/page/wallet-session.js';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SEPOLIA = '0xaa36a7';

interface Sent {
  readonly chainId: string;
  readonly transaction: Readonly<Record<string, unknown>>;
}

interface WalletOptions {
  readonly chainId: string;
  /** The only method that it refuses. */
  readonly refuses?: string;
  /** Confirms a switch of the network without switching. */
  readonly isStubborn?: boolean;
}

function openWallet(options: WalletOptions) {
  let chainId = options.chainId;
  const sent: Sent[] = [];
  const provider: Provider = {
    async request({ method, params }) {
      const [first] = (params ?? []) as readonly Record<string, unknown>[];
      if (method === options.refuses) throw Object.assign(new Error('No.'), { code: 4001 });
      if (method === 'eth_accounts') return [ACCOUNT];
      if (method === 'eth_chainId') return chainId;
      if (method === 'wallet_switchEthereumChain' && !options.isStubborn)
        chainId = String(first?.chainId);
      if (method === 'eth_sendTransaction') sent.push({ chainId, transaction: first ?? {} });
      return method === 'eth_sendTransaction' ? '0xhash' : null;
    },
    on: () => undefined,
    removeListener: () => undefined,
  };
  const info = { uuid: 'u', name: 'Wallet', icon: '', rdns: 'test.wallet' };
  return { detail: { info, provider }, sent };
}

describe('minting with a real wallet', () => {
  it('switches to a test network first, and sends a value of 0 to the own account', async () => {
    const { detail, sent } = openWallet({ chainId: '0x1' });
    await createWalletSession(detail, 'test-networks').mint();
    expect(sent).toEqual([
      { chainId: SEPOLIA, transaction: { from: ACCOUNT, to: ACCOUNT, value: '0x0' } },
    ]);
  });

  it('stays on a test network', async () => {
    const { detail, sent } = openWallet({ chainId: '0x14a34' });
    await createWalletSession(detail, 'test-networks').mint();
    expect(sent[0]?.chainId).toBe('0x14a34');
  });

  it('sends nothing when the wallet refuses to leave the real network', async () => {
    const { detail, sent } = openWallet({ chainId: '0x1', refuses: 'wallet_switchEthereumChain' });
    await expect(createWalletSession(detail, 'test-networks').mint()).rejects.toMatchObject({
      code: 4001,
    });
    expect(sent).toEqual([]);
  });
});

describe('a wallet that only pretends to switch', () => {
  it('is sent nothing', async () => {
    const { detail, sent } = openWallet({ chainId: '0x1', isStubborn: true });
    const mint = createWalletSession(detail, 'test-networks').mint();
    await expect(mint).rejects.toThrow('Switch the wallet to Sepolia.');
    expect(sent).toEqual([]);
  });
});

describe('minting with the demo wallet', () => {
  it('pays the price on the demo chain', async () => {
    const { detail, sent } = openWallet({ chainId: '0x7a69' });
    const networks = [{ chainId: '0x7a69', name: 'Demo' }] as const;
    expect(await createWalletSession(detail, networks).mint()).toBe('0xhash');
    expect(sent[0]?.transaction).toMatchObject({ value: '0x2386f26fc10000' });
  });
});

describe('switching networks', () => {
  it('cycles through the allowed networks', async () => {
    const { detail } = openWallet({ chainId: '0x1' });
    const session = createWalletSession(detail, 'test-networks');
    const visited: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await session.switchNetwork();
      visited.push(await session.chainId());
    }
    expect(visited).toEqual([SEPOLIA, '0x14a34', SEPOLIA]);
  });
});
