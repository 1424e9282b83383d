// @vitest-environment happy-dom
// Solana wallets change without asking the user: this records no connection, end or refusal.
import { expect, it } from 'vitest';
import { createWorld, settle } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { ACCOUNT, accountOf, createFakeSolanaWallet, OTHER_ACCOUNT } from './fake-solana-wallet.js';
import { openSolanaDapp } from './open-solana-dapp.js';

const CONNECT = { type: 'connect', address: ACCOUNT, chain_id: 'solana:mainnet' };

it('[wallets 22] a silent connect that the wallet refuses is not recorded as rejected', async () => {
  const error = Object.assign(new Error('User rejected the request.'), { code: 4001 });
  const connect = () => Promise.reject(error);
  const { wallet, told } = await openSolanaDapp({
    wallet: createFakeSolanaWallet({ answers: { connect } }),
  });
  await expect(wallet.call('connect', { silent: true })).rejects.toBe(error);
  expect(await told()).toEqual([]);
});

it.each([
  [
    'that the app connects in silence',
    (wallet: ReturnType<typeof createFakeSolanaWallet>) => wallet.call('connect', { silent: true }),
  ],
  [
    'that tells its accounts by itself',
    async ({ change, state }: ReturnType<typeof createFakeSolanaWallet>) =>
      change({ accounts: state.granted }),
  ],
])('[wallets 28] a second wallet %s is not the one in use', async (_, tell) => {
  const { wallet, tracker, told } = await openSolanaDapp();
  await wallet.connect();
  const other = createFakeSolanaWallet({ name: 'Other' });
  other.state.granted = [accountOf(OTHER_ACCOUNT)];
  other.register();
  await tell(other);
  await settle();
  tracker.page();
  expect(await told()).toMatchObject([CONNECT, { type: 'page', address: ACCOUNT }]);
});

it('[wallets 28] a wallet that emits accounts by itself is not recorded as connected', async () => {
  const { wallet, told } = await openSolanaDapp();
  wallet.change({ accounts: wallet.state.granted });
  expect(await told()).toEqual([]);
});

it('[wallets 24] after a reload a wallet without accounts yet is not recorded as disconnected', async () => {
  const world = createWorld();
  const first = await openSolanaDapp({ world });
  await first.wallet.connect();
  await first.told();
  await first.tracker.close();

  const wallet = createFakeSolanaWallet();
  let isAsked = false;
  Object.defineProperty(wallet.state, 'accounts', {
    get: () => {
      isAsked = true;
      return [];
    },
  });
  const { tracker, told } = await openSolanaDapp({ world, wallet });
  await eventually(() => isAsked);
  tracker.page();
  expect(await told()).toMatchObject([{ type: 'page', address: ACCOUNT }]);
});

it('[wallets 47] two wallets of one class are recorded with their own names', async () => {
  class Ghost {
    readonly chains = ['solana:mainnet'];
    readonly #signMessage = async (input: object) => [input];
    constructor(readonly name: string) {}
    get features() {
      return { 'solana:signMessage': { signMessage: this.#signMessage } };
    }
  }
  const { events } = await openSolanaDapp();
  const [one, two] = [new Ghost('One'), new Ghost('Two')];
  const register = (api: { register: (...wallets: object[]) => void }) => api.register(one, two);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  for (const wallet of [one, two]) {
    const message = new Uint8Array(1);
    await wallet.features['solana:signMessage'].signMessage({ message });
  }
  const signed = (await events()).filter(({ type }) => type === 'signature');
  expect(signed.map(({ provider_name, status }) => `${provider_name} ${status}`)).toEqual([
    'One requested',
    'One confirmed',
    'Two requested',
    'Two confirmed',
  ]);
});

it('[wallets 47] a wallet whose features are the same object at each access is recorded once', async () => {
  class Ghost {
    readonly name = 'Ghost';
    readonly chains = ['solana:mainnet'];
    readonly #features = {
      'solana:signMessage': { signMessage: async (input: object) => [input] },
    };
    get features() {
      return this.#features;
    }
  }
  const ghost = new Ghost();
  const { told } = await openSolanaDapp();
  const register = (api: { register: (wallet: object) => void }) => api.register(ghost);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  for (let look = 0; look < 3; look++) expect(ghost.features).toBe(ghost.features);
  await ghost.features['solana:signMessage'].signMessage({ message: new Uint8Array(1) });
  expect((await told()).map(({ status }) => status)).toEqual(['requested', 'confirmed']);
});

it('[wallets 24] a wallet that is connected as the page loads is recorded, though nothing calls it', async () => {
  const wallet = createFakeSolanaWallet();
  wallet.state.accounts = wallet.state.granted;
  const { told } = await openSolanaDapp({ wallet });
  await eventually(async () => expect(await told()).not.toEqual([]));
  expect(await told()).toEqual([CONNECT]);
});
