// Several tabs of one visitor: the wallet emits the same events in all of them, and one of them
// records these.
import { expect, it } from 'vitest';
import type { PluginHost } from '../../src/core/tracker-types.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, type World } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, type FakeWallet, OTHER_ACCOUNT, sign } from './fake-wallet.js';
import { NAME, openDapp } from './open-dapp.js';

const openTab = (world: World) => {
  const wallet = createFakeWallet();
  const hosts: PluginHost[] = [];
  const spy = {
    name: 'spy',
    setup: (_: unknown, host: PluginHost) => {
      hosts.push(host);
      return undefined;
    },
  };
  const dapp = openDapp([eip1193(wallet.provider, NAME), spy], world);
  return { ...dapp, wallet, walletInUse: () => hosts[0]?.wallet() };
};

/** The events of all tabs in the order of the calls: type or name, and account or chain. */
const toldBy = async (world: World, tabs: readonly ReturnType<typeof openTab>[]) => {
  for (const { events } of tabs) await events();
  return [...world.server.kept.values()]
    .sort((a, b) => (a.message_id < b.message_id ? -1 : 1))
    .map(({ type, event, address, properties }) => {
      const { chain_id: chain } = (properties ?? {}) as { chain_id?: number };
      const account = address === ACCOUNT ? 'one' : address === OTHER_ACCOUNT ? 'other' : 'none';
      return [event ?? type, account, chain].filter(Boolean).join(' ');
    });
};

it('[wallets 25] [wallets 27] [wallets 29] what the wallet emits in two tabs is recorded once, and both have the new state', async () => {
  const world = createWorld();
  const [first, second] = [openTab(world), openTab(world)];
  const both = async (change: (wallet: FakeWallet) => void) => {
    for (const { wallet } of [first, second]) change(wallet);
    await world.clock.turn(1);
    second.tracker.track('step');
    await world.clock.turn(1);
  };
  await first.wallet.connect();
  // The same wallet in both tabs: on a slow machine our request is answered in between.
  second.wallet.state.isPermitted = true;
  await both((wallet) => wallet.setAccounts(ACCOUNT));
  await both((wallet) => wallet.setAccounts(OTHER_ACCOUNT));
  for (const chain of ['0xa', '0x1', '0xa']) await both((wallet) => wallet.switchChain(chain));
  await both((wallet) => wallet.setAccounts());
  await both((wallet) => wallet.setAccounts(OTHER_ACCOUNT));
  expect(await toldBy(world, [first, second])).toEqual([
    'connect one 1',
    'step one',
    'connect other 1',
    'step other',
    ...['chain other 10', 'step other', 'chain other 1', 'step other', 'chain other 10'],
    'step other',
    'disconnect other 10',
    'step none',
    'connect other 10',
    'step other',
  ]);
});

it('events of a tab that learns of the connection from another one have the chain, too', async () => {
  const world = createWorld();
  const [first, second] = [openTab(world), openTab(world)];
  await first.wallet.connect();
  second.wallet.setAccounts(ACCOUNT);
  await second.wallet.provider.request(sign());
  const signed = (await second.events()).filter(({ type }) => type === 'signature');
  expect(signed.map(({ chain_id: chain }) => chain)).toEqual([1, 1]);
});

it('[wallets 29] [wallets 31] a wallet of another tab does not affect the one of this tab', async () => {
  const world = createWorld();
  const tab = openTab(world);
  await tab.wallet.connect();
  const other = openTab(world);
  other.tracker.connect({ address: OTHER_ACCOUNT, chainId: 5, rdns: 'com.another' });
  tab.wallet.setAccounts();
  expect(await toldBy(world, [tab, other])).toEqual([
    'connect one 1',
    'connect other 5',
    'disconnect one 1',
  ]);
});

it('[wallets 29] a hidden tab leaves the recording to the others', async () => {
  const world = createWorld();
  const shown = openTab(world);
  await shown.wallet.connect();
  // A tab of another process: what the first one writes arrives a moment later.
  const values = new Map(world.values);
  const hidden = openTab({ ...world, values });
  Reflect.set(globalThis, 'document', { hidden: true });
  hidden.wallet.setAccounts();
  Reflect.deleteProperty(globalThis, 'document');
  shown.wallet.setAccounts();
  values.delete('wallet');
  await eventually(() => hidden.walletInUse() === null);
  expect(await toldBy(world, [shown, hidden])).toEqual(['connect one 1', 'disconnect one 1']);
});
