// A dapp without a library: makes every kind of call to each wallet, in a fixed order, and records
// all results.

interface Wallet {
  request(...input: unknown[]): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): unknown;
  isConnected?(): boolean;
  enable?(): Promise<unknown>;
  send?(...input: unknown[]): unknown;
  sendAsync?(payload: unknown, done: (...output: unknown[]) => void): void;
}

declare global {
  interface Window {
    useWallets(): Promise<readonly string[]>;
  }
}

const TO = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';

/** A call whose answer does not depend on whether earlier transactions are in a block yet. */
const READ = ['eth_getBalance', ['0x000000000000000000000000000000000000dEaD', 'latest']] as const;

const TYPED = JSON.stringify({
  domain: { name: 'Shop' },
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Order: [{ name: 'amount', type: 'uint8' }],
  },
  primaryType: 'Order',
  message: { amount: 1 },
});

/** One text for each result, error and event. */
const seen: string[] = [];

const describe = (value: unknown): string =>
  value instanceof Error
    ? `${value.constructor.name} ${value.message} ${JSON.stringify({ ...value, stack: 0 })}`
    : String(JSON.stringify(value));

const note = async (what: string, run: () => unknown): Promise<void> => {
  try {
    const answer = run();
    const kind = answer instanceof Promise ? 'promise' : typeof answer;
    // MetaMask numbers its answers from a random start.
    seen.push(`${what}: ${kind} ${describe(await answer).replace(/"id":\d+/, '')}`);
  } catch (error) {
    seen.push(`${what} failed: ${describe(error)}`);
  }
};

const findWallets = (): Promise<readonly Wallet[]> =>
  new Promise((found) => {
    const all: Wallet[] = [];
    window.addEventListener('eip6963:announceProvider', (event) => {
      all.push((event as CustomEvent<{ provider: Wallet }>).detail.provider);
      if (all.length === 2) found(all);
    });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
  });

/**
 * Before that, a wallet may emit `connect` at any moment: before or after a dapp that loads slowly
 * listens.
 */
const reachedItsChain = (wallet: Wallet): Promise<unknown> | undefined =>
  wallet.isConnected?.() === false
    ? new Promise((reached) => wallet.on('connect', reached))
    : undefined;

const askInOrder = async (wallet: Wallet): Promise<string> => {
  const ask = (method: string, params?: unknown) =>
    note(method, () => wallet.request(params === undefined ? { method } : { method, params }));
  await ask('eth_chainId');
  await ask('eth_accounts', []);
  await ask('eth_requestAccounts');
  const [from = ''] = (await wallet.request({ method: 'eth_accounts' })) as string[];
  // The user rejects the first one.
  await ask('personal_sign', ['0x6869', from]);
  await ask('personal_sign', ['0x6869', from]);
  await ask('personal_sign', ['plain text', from, 'a password']);
  await ask('eth_signTypedData_v4', [from, TYPED]);
  await ask('eth_sendTransaction', [{ from, to: TO, value: '0x1', surplus: { kept: [1] } }]);
  await ask('eth_sendTransaction', [{ from: TO, to: TO }]);
  await ask('wallet_sendCalls', [{ version: '2.0.0', from, calls: [{ to: TO }, { to: TO }] }]);
  await ask(...READ);
  await ask('wallet_switchEthereumChain', [{ chainId: '0x53a' }]);
  await ask('wallet_switchEthereumChain', [{ chainId: '0x99' }]);
  await ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }]);
  await ask('nonsense_method', [{ of: 'ours' }]);
  return from;
};

const askOddly = async (wallet: Wallet): Promise<void> => {
  await note('no argument', () => wallet.request());
  await note('a number', () => wallet.request(5));
  await note('no method', () => wallet.request({ params: [] }));
  await note('two arguments', () => wallet.request({ method: 'eth_chainId' }, 60));
  const { request } = wallet;
  await note('detached', () => request({ method: 'eth_chainId' }));
};

const askInOldWays = async (wallet: Wallet, from: string): Promise<void> => {
  await note('enable', () => wallet.enable?.());
  await note('send of a name', () => wallet.send?.('eth_chainId', []));
  await note('send without callback', () => wallet.send?.({ method: 'eth_accounts', id: 7 }));
  await note('send of what must wait', () => wallet.send?.({ method: 'personal_sign' }));
  const payload = { id: 9, method: 'personal_sign', params: ['0x6869', from] };
  await note(
    'sendAsync',
    () =>
      wallet.sendAsync &&
      new Promise((done) => wallet.sendAsync?.(payload, (...output) => done(output))),
  );
};

window.useWallets = async () => {
  for (const wallet of await findWallets()) {
    await reachedItsChain(wallet);
    for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message']) {
      wallet.on(name, (payload) => seen.push(`event ${name} ${describe(payload)}`));
    }
    const from = await askInOrder(wallet);
    await askOddly(wallet);
    await askInOldWays(wallet, from);
    await note('three at once', () =>
      Promise.all([
        wallet.request({ method: 'eth_chainId' }),
        wallet.request({ method: 'personal_sign', params: ['0x31', from] }),
        wallet.request({ method: READ[0], params: READ[1] }),
      ]),
    );
    await note('the end', () =>
      wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
    );
    seen.push(`keys ${Object.keys(wallet).sort()}`);
    seen.push(`request ${wallet.request.name} ${wallet.request.length}`);
  }
  return seen;
};
