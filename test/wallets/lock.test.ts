// A wallet that is locked on one page and unlocked on a later one is in use again.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle, type World } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, type FakeWallet } from './fake-wallet.js';
import { createOpenDapp, NAME, outline } from './open-dapp.js';
import { connectedBefore } from './open-wallet.js';

const openDapp = createOpenDapp();

/** A later page, on which the accounts of the wallet have been requested. */
const openNext = async (wallet: FakeWallet, world: World) => {
  const count = () => wallet.methods().filter((method) => method === 'eth_accounts').length;
  const before = count();
  const page = openDapp([eip1193(wallet.provider, NAME)], world);
  await eventually(() => count() > before);
  await settle();
  return page;
};

/** A page on which the wallet was connected and then ended by `end`, and the next one. */
const openAfter = async (end: Parameters<typeof connectedBefore>[0]) => {
  const { wallet, world } = await connectedBefore(end);
  return { wallet, ...(await openNext(wallet, world)) };
};

it('[wallets 24] unlocked on the next page, it is connected, and later pages carry its address', async () => {
  const { wallet, world, tracker, events } = await openAfter(({ wallet: first }) =>
    first.setAccounts(),
  );
  wallet.setAccounts(ACCOUNT);
  await eventually(async () => outline(await events()).includes('connect'));
  tracker.page();
  expect((await events()).map(({ type, address }) => [type, address])).toEqual([
    ['connect', ACCOUNT],
    ['page', ACCOUNT],
  ]);
  await tracker.close();
  const third = openDapp([eip1193(wallet.provider, NAME)], world);
  third.tracker.page();
  await wallet.provider.request({ method: 'eth_accounts' });
  expect((await third.events()).map(({ type, address }) => [type, address])).toEqual([
    ['page', ACCOUNT],
  ]);
});

it('[wallets 24] unlocked between two pages, it is connected on the second', async () => {
  const { wallet, world, tracker } = await openAfter(({ wallet: first }) => first.setAccounts());
  await tracker.close();
  wallet.state.accounts = [ACCOUNT];
  const third = await openNext(wallet, world);
  expect(outline(await third.events())).toEqual(['connect']);
});

it('locked and unlocked after the app itself disconnected, it stays disconnected', async () => {
  const { wallet, events } = await openAfter(({ tracker }) => tracker.disconnect());
  wallet.setAccounts();
  const asked = wallet.methods().length;
  wallet.setAccounts(ACCOUNT);
  await eventually(() => wallet.methods().length > asked);
  await settle();
  expect(await events()).toEqual([]);
});
