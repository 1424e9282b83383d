// A wallet that is used without a request to connect: it counts as connected.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import type { WalletInfo } from '../../src/wallets/provider.js';
import { createWorld, settle } from '../core/fakes.js';
import { send } from './fake-node.js';
import { ACCOUNT, createFakeWallet, type FakeWallet, OTHER_ACCOUNT, sign } from './fake-wallet.js';
import { createOpenDapp, outline } from './open-dapp.js';

const openDapp = createOpenDapp();

/** The first wallet is in use; of the second one the app has only read the account. */
const openTwo = async (chainId?: () => unknown) => {
  const [one, two] = [createFakeWallet(), createFakeWallet(chainId && { eth_chainId: chainId })];
  Object.assign(two.state, { accounts: [OTHER_ACCOUNT], chainId: '0xa', isPermitted: true });
  return openBoth(one, two);
};

const openBoth = async (one: FakeWallet, two: FakeWallet, world = createWorld()) => {
  const dapp = openDapp(
    [eip1193(one.provider, { rdns: 'com.one' }), eip1193(two.provider, { rdns: 'com.two' })],
    world,
  );
  await one.connect();
  await two.provider.request({ method: 'eth_accounts' });
  await settle();
  return { ...dapp, one, two };
};

it('[wallets 29] [wallets 31] it is recorded as connected, its events carry its chain, and its disconnect is recorded', async () => {
  const { two, tracker, events } = await openTwo();
  await two.provider.request(sign());
  await two.provider.request(send());
  two.switchChain('0x89');
  two.setAccounts();
  tracker.track('after');
  const [, ...sent] = await events();
  expect(sent.map((event) => [event.type, event.address, event.rdns, event.chain_id])).toEqual([
    ['connect', OTHER_ACCOUNT, 'com.two', 10],
    ...Array(2).fill(['signature', ACCOUNT, 'com.two', 10]),
    ...Array(2).fill(['transaction', ACCOUNT, 'com.two', 10]),
    ['chain', OTHER_ACCOUNT, 'com.two', 137],
    ['disconnect', OTHER_ACCOUNT, 'com.two', 137],
    ['track', null, undefined, undefined],
  ]);
  expect(sent[5]).toMatchObject({ previous_chain_id: 10 });
});

it("[wallets 1] [wallets 8] its chain is requested after the app's call, which does not wait for it", async () => {
  const { two, events } = await openTwo(() => new Promise(() => {}));
  const asked = two.methods().length;
  await two.provider.request(send());
  expect(two.methods().slice(asked)).toEqual(['eth_sendTransaction', 'eth_chainId']);
  two.switchChain('0xa');
  expect((await events()).slice(1)).toMatchObject([
    { type: 'connect', chain_id: 10 },
    { status: 'started', chain_id: 10 },
    { status: 'broadcasted', chain_id: 10 },
  ]);
});

it('[wallets 24] on the next page of the session it is not recorded as connected again, but its disconnect is recorded', async () => {
  const { one, two, world, tracker, events } = await openTwo();
  await two.provider.request(sign());
  await one.provider.request(sign());
  await events();
  await tracker.close();
  const next = await openBoth(one, two, world);
  await two.provider.request(sign());
  two.setAccounts();
  const sent = await next.events();
  expect(outline(sent)).toEqual(['signature requested', 'signature confirmed', 'disconnect']);
  for (const event of sent) expect(event).toMatchObject({ rdns: 'com.two', chain_id: 10 });
});

it('a wallet connected by a previous visitor, before reset(), is recorded as connected again', async () => {
  const { one, tracker, events } = await openTwo();
  tracker.reset();
  await one.provider.request(sign());
  one.setAccounts();
  expect((await events()).map(({ type, address }) => [type, address])).toEqual([
    ['connect', ACCOUNT],
    ['connect', ACCOUNT],
    ['signature', ACCOUNT],
    ['signature', ACCOUNT],
    ['disconnect', ACCOUNT],
  ]);
});

/** Both wallets are connected, the second one after the first. */
const openConnected = async (
  names: readonly [WalletInfo, WalletInfo],
  accountOfTwo = OTHER_ACCOUNT,
) => {
  const [one, two] = [createFakeWallet(), createFakeWallet()];
  two.state.accounts = [accountOfTwo];
  const dapp = openDapp([eip1193(one.provider, names[0]), eip1193(two.provider, names[1])]);
  await one.connect();
  await two.connect();
  return {
    ...dapp,
    one,
    two,
    /** The events after both were connected: type or name, wallet, account. */
    told: async () =>
      (await dapp.events())
        .slice(2)
        .map(({ type, event, provider_name: name, rdns, address }) =>
          [event ?? type, rdns ?? name, address === accountOfTwo && 'of two']
            .filter(Boolean)
            .join(' '),
        ),
  };
};

const BY_RDNS = [{ rdns: 'com.one' }, { rdns: 'com.two' }] as const;
const BY_NAME = [{ providerName: 'One' }, { providerName: 'Two' }] as const;

it('[wallets 29] with the same account as the first one, it stays in use when the first one disconnects', async () => {
  const { one, two, tracker, told } = await openConnected(BY_RDNS, ACCOUNT);
  one.setAccounts();
  tracker.track('after');
  two.switchChain('0x89');
  expect(await told()).toEqual([
    'disconnect com.one of two',
    'after of two',
    'chain com.two of two',
  ]);
});

it('[wallets 28] with the same account as the first one, it is not affected by changes of the first one', async () => {
  const { one, two, tracker, told } = await openConnected(BY_NAME, ACCOUNT);
  one.switchChain('0xa');
  one.setAccounts(OTHER_ACCOUNT);
  tracker.track('after');
  two.switchChain('0x89');
  expect(await told()).toEqual(['after of two', 'chain Two of two']);
});

it('[wallets 28] it stays in use while the first one is locked and unlocked, which is recorded as connected again when it acts', async () => {
  const { one, tracker, told } = await openConnected(BY_RDNS);
  one.setAccounts();
  one.setAccounts(ACCOUNT);
  tracker.track('after');
  await one.provider.request(sign());
  expect(await told()).toEqual([
    'disconnect com.one',
    'after of two',
    'connect com.one',
    'signature com.one',
    'signature com.one',
  ]);
});

it('[wallets 28] nothing is recorded of an account to which the first one switched meanwhile, nor of its end', async () => {
  const { one, tracker, told } = await openConnected(BY_RDNS);
  one.setAccounts('0x1111111111111111111111111111111111111111');
  one.setAccounts();
  tracker.track('after');
  expect(await told()).toEqual(['after of two']);
});

it('[wallets 25] when a wallet that was read with one account is connected with another: both addresses are checksummed', async () => {
  const [used, idle] = [createFakeWallet(), createFakeWallet()];
  idle.state.isPermitted = true;
  const { events } = openDapp([
    eip1193(used.provider, { rdns: 'com.used' }),
    eip1193(idle.provider, { rdns: 'com.idle' }),
  ]);
  await used.connect();
  await idle.provider.request({ method: 'eth_accounts' });
  idle.state.accounts = [OTHER_ACCOUNT.toLowerCase()];
  await idle.connect();
  expect((await events())[1]).toMatchObject({
    type: 'connect',
    rdns: 'com.idle',
    address: OTHER_ACCOUNT,
    account_switch: true,
    previous_address: ACCOUNT,
  });
});
