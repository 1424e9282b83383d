// @vitest-environment happy-dom
// Prompts that are never answered and tracking that has ended neither suppress nor repeat events of
// others.
import { createWalletClient, custom } from 'viem';
import { expect, it } from 'vitest';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { solana } from '../../../src/wallets/solana.js';
import { viem } from '../../../src/wallets/viem.js';
import { createNodeWallet } from '../fake-node.js';
import { createFakeWallet, OTHER_ACCOUNT, rpcError } from '../fake-wallet.js';
import { createOpenDapp, type ShortEvent } from '../open-dapp.js';
import { createFakeSolanaWallet } from '../solana/fake-solana-wallet.js';
import { calm, createWagmiHook, openWagmiConfig, WAGMI_VERSIONS } from './apps.js';

const openDapp = createOpenDapp();
const OTHER = { providerName: 'Other', rdns: 'com.other' };
const never = () => new Promise(() => {});
const refuse = () => {
  throw rpcError(4001);
};

/** The connections and refusals among the events, with the name of the wallet. */
const connections = (events: readonly ShortEvent[]) =>
  events
    .filter(({ type }) => type === 'connect' || type === 'track')
    .map(({ type, event, provider_name: name }) => `${event ?? type} ${name}`);

it.each(WAGMI_VERSIONS)(
  'wagmi %i: a connection that is never answered suppresses no events of other wallets',
  async (_, core) => {
    const wallet = createNodeWallet({
      eth_requestAccounts: never,
      wallet_requestPermissions: never,
    });
    const { config, connector } = openWagmiConfig(core, wallet);
    const phantom = createFakeSolanaWallet();
    phantom.register();
    const other = createFakeWallet({ eth_requestAccounts: () => [OTHER_ACCOUNT] });
    const { hooks, hook } = createWagmiHook(config);
    const { world, events } = openDapp([hooks, solana(), eip1193(other.provider, OTHER)]);
    hook();
    void core.connect(config, { connector }).catch(() => undefined);
    await calm();
    await world.clock.turn(1_000);
    await phantom.connect();
    phantom.change({ accounts: phantom.state.accounts });
    await calm();
    await other.provider.request({ method: 'eth_requestAccounts' });
    await calm();
    other.answers.eth_requestAccounts = refuse;
    await other.provider.request({ method: 'eth_requestAccounts' }).catch(() => undefined);
    await calm();
    expect(connections(await events())).toEqual([
      expect.stringMatching(/^connect (?!Other)/),
      'connect Other',
      'wallet_connect_rejected Other',
    ]);
  },
);

it('viem: nor does one of a client whose requests are tracked above its provider', async () => {
  const first = createNodeWallet({ eth_requestAccounts: never });
  const other = createNodeWallet({ eth_requestAccounts: () => [OTHER_ACCOUNT] });
  const client = createWalletClient({ transport: custom(first.provider as never) });
  const { tracker, events } = openDapp([
    viem(client, { providerName: 'First' }),
    eip1193(other.provider, OTHER),
  ]);
  await calm();
  void client.requestAddresses().catch(() => undefined);
  // Hiding the page records at once what still waits for the library to call its wallet.
  dispatchEvent(new Event('visibilitychange'));
  await other.provider.request({ method: 'eth_requestAccounts' });
  await calm();
  tracker.track('probe');
  expect(connections(await events())).toEqual(['connect Other', 'probe undefined']);
});

it.each(WAGMI_VERSIONS)(
  'wagmi %i: records a refusal once, also if the app wrapped the connector before a remount',
  async (_, core) => {
    const wallet = createNodeWallet({
      eth_requestAccounts: refuse,
      wallet_requestPermissions: refuse,
    });
    const { config, connector } = openWagmiConfig(core, wallet);
    const { hooks, hook } = createWagmiHook(config);
    const { events } = openDapp([hooks]);
    const unmount = hook();
    const inner = connector.connect;
    Object.assign(connector, {
      connect: (...input: Parameters<typeof inner>) => inner.apply(connector, input),
    });
    const connect = async () => {
      await core.connect(config, { connector }).catch(() => undefined);
      await calm();
    };
    unmount?.();
    await connect();
    expect(await events()).toEqual([]);
    hook();
    await connect();
    expect((await events()).map(({ event }) => event)).toEqual(['wallet_connect_rejected']);
  },
);
