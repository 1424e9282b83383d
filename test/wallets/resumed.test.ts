// @vitest-environment happy-dom
// Of several trackings of one wallet only the newest records. When it ends, the previous one knows
// what happened meanwhile.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { eip6963 } from '../../src/wallets/eip6963.js';
import { createWorld } from '../core/fakes.js';
import {
  announce,
  calm,
  createWagmiHook,
  openWagmiConfig,
  WAGMI_VERSIONS,
} from './adapters/apps.js';
import { createNodeWallet } from './fake-node.js';
import { ACCOUNT, OTHER_ACCOUNT } from './fake-wallet.js';
import { createOpenDapp, NAME, type ShortEvent } from './open-dapp.js';

const openDapp = createOpenDapp();

const brief = (events: readonly ShortEvent[]) =>
  events
    .filter(({ type }) => type !== 'detect')
    .map(({ type, event, status, chain_id: chain }) => [event ?? status ?? type, chain].join(' '));

it('the chain, with a tracker that was started twice', async () => {
  const world = createWorld();
  const wallet = createNodeWallet();
  openDapp([eip1193(wallet.provider, NAME)], world);
  await wallet.connect();
  await calm();
  const second = openDapp([eip1193(wallet.provider, NAME)], world);
  await calm();
  wallet.switchChain('0xa');
  await calm();
  await second.events();
  await second.tracker.close();
  await calm();
  await wallet.provider.request({ method: 'personal_sign', params: ['0x61', ACCOUNT] });
  wallet.switchChain('0x1');
  await calm();
  await world.clock.turn(2_000);
  const all = [...world.server.kept.values()].map(
    (event) => ({ ...(event.properties as object), ...event }) as unknown as ShortEvent,
  );
  expect(brief(all)).toEqual(['connect 1', 'chain 10', 'requested 10', 'confirmed 10', 'chain 1']);
});

it.each(WAGMI_VERSIONS)(
  'wagmi %i: the end of a connection, after the component that tracked it is unmounted',
  async (_, core) => {
    const wallet = createNodeWallet();
    const stop = announce(wallet.provider);
    const { config, connector } = openWagmiConfig(core, wallet);
    const { hooks, hook } = createWagmiHook(config);
    const { tracker, events } = openDapp([hooks, eip6963()]);
    await core.connect(config, { connector });
    await calm();
    const unmount = hook();
    await calm();
    wallet.switchChain('0xa');
    wallet.setAccounts(OTHER_ACCOUNT);
    await calm();
    await core.disconnect(config);
    await calm();
    unmount?.();
    // The wallet itself still permits the account.
    wallet.setAccounts(ACCOUNT);
    await calm();
    tracker.track('probe');
    expect(brief(await events())).toEqual([
      'connect 1',
      'chain 10',
      'connect 10',
      'disconnect 10',
      'probe ',
    ]);
    stop();
  },
);

it('the account of a wallet that is still connected, after a reset', async () => {
  const world = createWorld();
  const wallet = createNodeWallet();
  const { tracker, events } = openDapp([eip1193(wallet.provider, NAME)], world);
  await wallet.connect();
  await calm();
  const second = openDapp([eip1193(wallet.provider, NAME)], world);
  await calm();
  tracker.reset();
  await second.tracker.close();
  await calm();
  await wallet.provider.request({ method: 'personal_sign', params: ['0x61', ACCOUNT] });
  await calm();
  expect((await events()).map(({ type, address }) => [type, address])).toEqual([
    ['connect', ACCOUNT],
    ['connect', ACCOUNT],
    ['signature', ACCOUNT],
    ['signature', ACCOUNT],
  ]);
});
