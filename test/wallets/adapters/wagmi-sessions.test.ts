// @vitest-environment happy-dom
// Sessions that wagmi restores, or fails to restore, on a later page, and providers that it finds
// late or never.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { createWorld } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, rpcError } from '../fake-wallet.js';
import { createOpenDapp, unhandledDuring } from '../open-dapp.js';
import { announce, calm, openWagmiConfig, WAGMI_VERSIONS } from './apps.js';

const openDapp = createOpenDapp();

describe.each(WAGMI_VERSIONS)('wagmi %i', (_, core) => {
  const open = ({ world = createWorld(), more = [] as Plugin[], type = 'injected' } = {}) => {
    const wallet = createNodeWallet();
    const { config, connector } = openWagmiConfig(core, wallet);
    Object.assign(connector, { type });
    const dapp = openDapp([wagmi(config), ...more], world);
    const told = async () => {
      await calm();
      const events = (await dapp.events()).filter((event) => event.type !== 'detect');
      return events.map((event) => [event.type, event.address]);
    };
    /** The states through which wagmi goes when no connector is still connected. */
    const failToReconnect = () => {
      const current = connector.uid;
      config.setState((state) => ({ ...state, current, status: 'reconnecting' }));
      config.setState((state) => ({ ...state, current: null, status: 'disconnected' }));
    };
    return { ...dapp, wallet, config, connector, told, failToReconnect };
  };
  /** A page on which a wallet was connected, and which was closed. */
  const openBefore = async (...[options]: Parameters<typeof open>) => {
    const page = open(options);
    await core.connect(page.config, { connector: page.connector });
    expect(await page.told()).toEqual([['connect', ACCOUNT]]);
    await page.tracker.close();
    return page;
  };

  it('[wallets 29] records the end of a WalletConnect session that ended between pages, also without its provider', async () => {
    const { world } = await openBefore({ type: 'walletConnect' });
    const { connector, told, failToReconnect } = open({ world, type: 'walletConnect' });
    Object.assign(connector, { getProvider: () => new Promise(() => {}) });
    failToReconnect();
    expect(await told()).toEqual([['disconnect', ACCOUNT]]);
  });

  it('[wallets 24] records nothing for a session that goes on', async () => {
    const { world } = await openBefore({ type: 'walletConnect' });
    const { wallet, config, connector, told } = open({ world, type: 'walletConnect' });
    wallet.state.isPermitted = true;
    await core.reconnect(config, { connectors: [connector] });
    expect(config.state.status).toBe('connected');
    expect(await told()).toEqual([]);
  });

  it('[wallets 29] records no end for the session of a wallet that wagmi does not know', async () => {
    const { world } = await openBefore();
    const { connector, told, failToReconnect } = open({ world });
    Object.assign(connector, { id: 'com.other', name: 'Other' });
    failToReconnect();
    expect(await told()).toEqual([]);
  });

  it("[wallets 29] records no end beside the adapter of the browser's wallets if the wallet says that it goes on", async () => {
    const { world } = await openBefore();
    const page = open({ world, more: [eip6963()] });
    page.wallet.state.isPermitted = true;
    onTestFinished(announce(page.wallet.provider));
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    page.failToReconnect();
    await eventually(() => page.wallet.methods().includes('eth_accounts'));
    expect(await page.told()).toEqual([]);
  });

  it('[wallets 14] a connector that cannot find its provider causes no unhandled rejection', async () => {
    const { world } = await openBefore();
    const { config, connector, told, faults, failToReconnect } = open({ world });
    const lost = new Error('not installed');
    const unhandled = await unhandledDuring(() => {
      Object.assign(connector, { getProvider: () => Promise.reject(lost) });
      failToReconnect();
      const connection = { accounts: [ACCOUNT] as const, chainId: 1, connector };
      config.setState((state) => ({
        ...state,
        status: 'connected',
        current: connector.uid,
        connections: new Map([[connector.uid, connection]]),
      }));
    });
    expect(await told()).toEqual([]);
    expect([unhandled, faults.map(({ cause }) => cause)]).toEqual([[], [lost, lost]]);
  });

  it('[wallets 26] records no connection of a wallet that is disconnected while its provider is being found', async () => {
    const { config, connector, told, faults } = open();
    const provider = await connector.getProvider();
    await core.connect(config, { connector });
    await told();
    let find = () => {};
    Object.assign(connector, {
      getProvider: () =>
        new Promise((resolve) => {
          find = () => resolve(provider);
        }),
    });
    config.setState((state) => ({ ...state, current: null, status: 'disconnected' }));
    await told();
    config.setState((state) => ({ ...state, current: connector.uid, status: 'connected' }));
    config.setState((state) => ({ ...state, current: null, status: 'disconnected' }));
    find();
    expect(await told()).toEqual([
      ['connect', ACCOUNT],
      ['disconnect', ACCOUNT],
    ]);
    expect(faults).toEqual([]);
  });

  it('[wallets 21] records the connection also if the app at once requests another wallet, which refuses', async () => {
    const { config, connector, told } = open();
    let refuse = () => {};
    const { provider } = createNodeWallet({
      wallet_requestPermissions: () =>
        new Promise((_, reject) => {
          refuse = () => reject(rpcError(4001));
        }),
    });
    const target = () => ({ id: 'com.other', name: 'Other', provider });
    const other = config._internal.connectors.setup(core.injected({ target: target as never }));
    await core.connect(config, { connector });
    const asked = expect(core.connect(config, { connector: other })).rejects.toThrow();
    expect(config.state.status).toBe('connecting');
    await calm();
    refuse();
    await asked;
    expect(config.state.status).toBe('connected');
    expect(await told()).toEqual([['connect', ACCOUNT]]);
  });
});
