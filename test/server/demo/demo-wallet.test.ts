// @vitest-environment happy-dom
// The demo wallet behaves as EIP-1193, EIP-6963 and dapps expect of a wallet.
import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoWallet } from '../../../src/server/demo/page/demo-wallet.js';
import type { ApprovalRequest } from '../../../src/server/demo/page/demo-wallet-methods.js';
import {
  createDemoWalletMemory,
  DEMO_ACCOUNTS,
  DEMO_CHAINS,
  type StateStorage,
} from '../../../src/server/demo/page/demo-wallet-state.js';

const [ACCOUNT, OTHER_ACCOUNT] = DEMO_ACCOUNTS;
const [CHAIN, OTHER_CHAIN] = DEMO_CHAINS;

function createStorage(): StateStorage {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
  };
}

function openWallet(storage: StateStorage = createStorage()) {
  const asked: ApprovalRequest[] = [];
  const visitor = { answer: async () => true };
  const clock = { now: 1_000_000 };
  const wallet = createDemoWallet({
    memory: createDemoWalletMemory(storage),
    now: () => clock.now,
    ask(request) {
      asked.push(request);
      return visitor.answer();
    },
  });
  const heard: [string, unknown][] = [];
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
    wallet.provider.on(event, (value) => heard.push([event, value]));
  }
  const request = (method: string, ...params: unknown[]) =>
    wallet.provider.request({ method, params });
  return { ...wallet, asked, visitor, clock, heard, request };
}

let wallet: ReturnType<typeof openWallet>;
beforeEach(() => {
  wallet = openWallet();
});

describe('connecting', () => {
  it('shows no account before the visitor has approved', async () => {
    expect(await wallet.request('eth_accounts')).toEqual([]);
    expect(wallet.asked).toEqual([]);
  });

  it('asks once, answers with the account and emits accountsChanged', async () => {
    expect(await wallet.request('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(await wallet.request('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(await wallet.request('eth_accounts')).toEqual([ACCOUNT]);
    expect(wallet.asked).toHaveLength(1);
    expect(wallet.heard).toEqual([['accountsChanged', [ACCOUNT]]]);
  });

  it('rejects with an Error of code 4001 when the visitor says no', async () => {
    wallet.visitor.answer = async () => false;
    const refused = await wallet.request('eth_requestAccounts').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).toMatchObject({ code: 4001 });
    expect(await wallet.request('eth_accounts')).toEqual([]);
  });

  it('refuses a second request with -32002 while one is open', async () => {
    let approve: (approved: boolean) => void = () => {};
    wallet.visitor.answer = () => new Promise((resolve) => (approve = resolve));
    const first = wallet.request('eth_requestAccounts');
    await expect(wallet.request('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
    approve(true);
    await expect(first).resolves.toEqual([ACCOUNT]);
  });

  it('is remembered after a reload, without an event', async () => {
    const storage = createStorage();
    await openWallet(storage).request('eth_requestAccounts');
    const reloaded = openWallet(storage);
    expect(await reloaded.request('eth_accounts')).toEqual([ACCOUNT]);
    expect(reloaded.heard).toEqual([]);
  });

  it('ends with wallet_revokePermissions, which emits one event', async () => {
    await wallet.request('eth_requestAccounts');
    expect(await wallet.request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
    await wallet.request('wallet_revokePermissions', { eth_accounts: {} });
    expect(await wallet.request('eth_accounts')).toEqual([]);
    expect(wallet.heard.slice(1)).toEqual([['accountsChanged', []]]);
  });

  it('works without storage and with a broken one', async () => {
    const denied = () => {
      throw new Error('denied');
    };
    const stubborn = openWallet({ getItem: denied, setItem: denied });
    expect(await stubborn.request('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(await stubborn.request('eth_accounts')).toEqual([ACCOUNT]);
  });
});

describe('accounts and chains', () => {
  it('emits accountsChanged only to a connected page', async () => {
    wallet.switchAccount();
    expect(wallet.heard).toEqual([]);
    await wallet.request('eth_requestAccounts');
    wallet.switchAccount();
    expect(wallet.heard).toEqual([
      ['accountsChanged', [OTHER_ACCOUNT]],
      ['accountsChanged', [ACCOUNT]],
    ]);
  });

  it('emits chainChanged with a hex string, and only on a change', async () => {
    expect(await wallet.request('eth_chainId')).toBe(CHAIN.chainId);
    const target = { chainId: OTHER_CHAIN.chainId.toUpperCase().replace('X', 'x') };
    expect(await wallet.request('wallet_switchEthereumChain', target)).toBeNull();
    await wallet.request('wallet_switchEthereumChain', target);
    expect(await wallet.request('eth_chainId')).toBe(OTHER_CHAIN.chainId);
    expect(wallet.heard).toEqual([['chainChanged', OTHER_CHAIN.chainId]]);
  });

  it('refuses a chain it does not know with 4902', async () => {
    const target = { chainId: '0x1' };
    await expect(wallet.request('wallet_switchEthereumChain', target)).rejects.toMatchObject({
      code: 4902,
    });
  });

  it('emits disconnect with 4900 when offline, and connect when back', async () => {
    wallet.setOnline(false);
    wallet.setOnline(false);
    await expect(wallet.request('eth_chainId')).rejects.toMatchObject({ code: 4900 });
    wallet.setOnline(true);
    expect(await wallet.request('eth_chainId')).toBe(CHAIN.chainId);
    expect(wallet.heard).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: CHAIN.chainId }],
    ]);
  });
});

describe('signing', () => {
  it('shows the readable message and answers with 65 bytes', async () => {
    await wallet.request('eth_requestAccounts');
    const signature = await wallet.request('personal_sign', '0x68c3a9', ACCOUNT.toLowerCase());
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
    expect(wallet.asked[1]?.details).toEqual([['Message', 'hé']]);
  });

  it('shows the fields of typed data', async () => {
    await wallet.request('eth_requestAccounts');
    const data = { domain: { name: 'App' }, primaryType: 'Mail', message: { to: 'Bob' } };
    await wallet.request('eth_signTypedData_v4', ACCOUNT, JSON.stringify(data));
    expect(wallet.asked[1]?.details).toEqual([
      ['App', 'App'],
      ['Kind', 'Mail'],
      ['to', 'Bob'],
    ]);
  });

  it('is refused for accounts that are not connected', async () => {
    await expect(wallet.request('personal_sign', '0x68', ACCOUNT)).rejects.toMatchObject({
      code: 4100,
    });
    await wallet.request('eth_requestAccounts');
    await expect(wallet.request('personal_sign', '0x68', OTHER_ACCOUNT)).rejects.toMatchObject({
      code: 4100,
    });
  });
});

describe('transactions', () => {
  it('have a hash at once, and a receipt later', async () => {
    await wallet.request('eth_requestAccounts');
    const transaction = { from: ACCOUNT, to: OTHER_ACCOUNT, value: '0x2386f26fc10000' };
    const hash = await wallet.request('eth_sendTransaction', transaction);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(wallet.asked[1]?.details).toContainEqual(['Value', '0.01 ETH']);
    expect(await wallet.request('eth_getTransactionReceipt', hash)).toBeNull();
    wallet.clock.now += 60_000;
    expect(await wallet.request('eth_getTransactionReceipt', hash)).toMatchObject({
      transactionHash: hash,
      from: ACCOUNT,
      to: OTHER_ACCOUNT,
      status: '0x1',
      blockNumber: expect.stringMatching(/^0x[0-9a-f]+$/),
    });
  });

  it('are rejected with 4001 when the visitor refuses', async () => {
    await wallet.request('eth_requestAccounts');
    wallet.visitor.answer = async () => false;
    await expect(wallet.request('eth_sendTransaction', { to: ACCOUNT })).rejects.toMatchObject({
      code: 4001,
    });
  });

  it('have no receipt for an unknown hash', async () => {
    expect(await wallet.request('eth_getTransactionReceipt', `0x${'0'.repeat(64)}`)).toBeNull();
  });
});

describe('invalid requests', () => {
  it.each([['eth_mine'], ['toString'], ['constructor']])('refuses %s with 4200', async (method) => {
    await expect(wallet.request(method)).rejects.toMatchObject({ code: 4200 });
  });

  it.each([[undefined], [{}], [{ method: '' }]])(
    'refuses request(%j) with -32602',
    async (args) => {
      const request = wallet.provider.request as (args: unknown) => Promise<unknown>;
      await expect(request(args)).rejects.toMatchObject({ code: -32602 });
    },
  );

  it.each([
    ['eth_sendTransaction', []],
    ['wallet_switchEthereumChain', ['0x1']],
    ['eth_signTypedData_v4', [ACCOUNT, 'no json']],
  ])('refuses %s of %j with -32602', async (method, params) => {
    await wallet.request('eth_requestAccounts');
    await expect(wallet.request(method, ...params)).rejects.toMatchObject({ code: -32602 });
  });
});
