// @vitest-environment happy-dom
// A wallet that a wagmi app finds locked and that its user unlocks: recorded as connected again,
// once.
import { afterEach, describe, expect, it } from 'vitest';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { createWorld } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp } from '../open-dapp.js';
import { announce, calm, openWagmiConfig, WAGMI_VERSIONS } from './apps.js';

const openDapp = createOpenDapp();

const stops: (() => unknown)[] = [];
const closePage = () => {
  for (const stop of stops.splice(0)) stop();
};
afterEach(closePage);

describe.each(WAGMI_VERSIONS)('wagmi %i', (_, core) => {
  describe.each([
    ['alone', () => []],
    ['beside the browser’s wallets', () => [eip6963()]],
  ] as const)('%s', (_name, more) => {
    const open = (world = createWorld()) => {
      const wallet = createNodeWallet();
      stops.push(announce(wallet.provider));
      const { config, connector } = openWagmiConfig(core, wallet);
      const dapp = openDapp([wagmi(config), ...more()], world);
      const told = async () => {
        await calm();
        const events = (await dapp.events()).filter(({ type }) => type !== 'detect');
        return events.map(({ type, address }) => [type, address]);
      };
      return { ...dapp, config, connector, wallet, told };
    };
    const openConnected = async () => {
      const dapp = open();
      await core.connect(dapp.config, { connector: dapp.connector });
      await calm();
      return dapp;
    };

    it('[wallets 29] on a page that starts while it is locked', async () => {
      const first = await openConnected();
      await first.told();
      await first.tracker.close();
      closePage();

      const { config, connector, wallet, tracker, told } = open(first.world);
      await connector.setup?.();
      config.setState((state) => ({ ...state, current: connector.uid, status: 'reconnecting' }));
      config.setState((state) => ({ ...state, current: null, status: 'disconnected' }));
      await eventually(async () => expect(await told()).not.toEqual([]));
      wallet.state.isPermitted = true;
      wallet.setAccounts(ACCOUNT);
      await calm();
      expect(config.state.status).toBe('connected');
      tracker.page();
      expect(await told()).toEqual([
        ['disconnect', ACCOUNT],
        ['connect', ACCOUNT],
        ['page', ACCOUNT],
      ]);
    });

    it('[wallets 15] [wallets 29] in two tabs', async () => {
      const first = await openConnected();
      const second = open(first.world);
      second.wallet.state.isPermitted = true;
      await core.reconnect(second.config, { connectors: [second.connector] });
      await calm();
      for (const accounts of [[], [ACCOUNT]]) {
        for (const { wallet } of [first, second]) wallet.setAccounts(...accounts);
        await calm();
      }
      expect(second.config.state.status).toBe('connected');
      await second.told();
      expect(await first.told()).toEqual([
        ['connect', ACCOUNT],
        ['disconnect', ACCOUNT],
        ['connect', ACCOUNT],
      ]);
    });
  });
});
