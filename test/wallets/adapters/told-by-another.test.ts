// @vitest-environment happy-dom
// A connection that another adapter recorded and whose wallet then emits events: as with viem,
// whose client may be older than the tracker.
import * as core from '@wagmi/core';
import { BrowserProvider } from 'ethers';
import { createWalletClient, custom } from 'viem';
import { mainnet } from 'viem/chains';
import { expect, it, onTestFinished } from 'vitest';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { ethers } from '../../../src/wallets/ethers.js';
import { viem } from '../../../src/wallets/viem.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, type FakeWallet, OTHER_ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp } from '../open-dapp.js';
import { announce, calm, createWagmiHook, openWagmiConfig } from './apps.js';

const openDapp = createOpenDapp();

const open = (wallet: FakeWallet, plugins: readonly Plugin[]) => {
  onTestFinished(announce(wallet.provider));
  const dapp = openDapp([...plugins, eip6963()]);
  return {
    ...dapp,
    wallet,
    /** The events except `detect`: type or name, account, chain. */
    told: async () =>
      (await dapp.events())
        .filter(({ type }) => type !== 'detect')
        .map(({ type, event, address, chain_id: chain }) => {
          const account =
            address === ACCOUNT ? 'one' : address === OTHER_ACCOUNT ? 'other' : 'none';
          return [event ?? type, account, chain].filter(Boolean).join(' ');
        }),
  };
};

const createTellingWallet = (isPermitted: boolean) => {
  const wallet = createNodeWallet({
    eth_requestAccounts: () => {
      wallet.state.isPermitted = true;
      // As MetaMask, which emits accounts when the user approves, but not if they were approved
      // before.
      if (!isPermitted) wallet.setAccounts(ACCOUNT);
      return [ACCOUNT];
    },
  });
  wallet.state.isPermitted = isPermitted;
  return wallet;
};

/**
 * As in the documentation of viem: the client keeps the wallet's function from before it was
 * hooked.
 */
const openViem = ({ isPermitted = false } = {}) => {
  const wallet = createTellingWallet(isPermitted);
  const client = createWalletClient({ chain: mainnet, transport: custom(wallet.provider) });
  return { ...open(wallet, [viem(client)]), client };
};

/** Switches to another chain and account, and then disconnects all accounts. */
const leave = async ({ wallet, tracker }: ReturnType<typeof open>) => {
  wallet.switchChain('0xa');
  wallet.setAccounts(OTHER_ACCOUNT);
  await calm();
  tracker.track('switched');
  wallet.setAccounts();
  await calm();
  tracker.track('after');
};
const LEFT = ['chain one 10', 'connect other 10', 'switched other', 'disconnect other 10'];

it('[wallets 25] [wallets 27] [wallets 29] viem records the connection, and events of its wallet the later changes', async () => {
  const dapp = openViem();
  await dapp.client.requestAddresses();
  await calm();
  await leave(dapp);
  expect(await dapp.told()).toEqual(['connect one 1', ...LEFT, 'after none']);
});

it('[wallets 29] viem: nor are changes lost if the wallet was connected before and emitted nothing', async () => {
  const dapp = openViem({ isPermitted: true });
  await dapp.client.requestAddresses();
  await calm();
  await eventually(() => dapp.wallet.methods().includes('eth_accounts'));
  await calm();
  await leave(dapp);
  expect(await dapp.told()).toEqual(['connect one 1', ...LEFT, 'after none']);
});

it('[wallets 21] [wallets 25] viem: later actions belong to the current account, and record no second connection', async () => {
  const dapp = openViem();
  await dapp.client.requestAddresses();
  await calm();
  dapp.wallet.switchChain('0xa');
  dapp.wallet.setAccounts(OTHER_ACCOUNT);
  await calm();
  await dapp.client.signMessage({ account: OTHER_ACCOUNT, message: 'hello' });
  dapp.tracker.track('after');
  expect(await dapp.told()).toEqual([
    'connect one 1',
    'chain one 10',
    'connect other 10',
    ...['signature other 10', 'signature other 10'],
    'after other',
  ]);
});

it('[wallets 21] a wallet that was found connected is not recorded again by a library that does not know its name', async () => {
  const dapp = openViem({ isPermitted: true });
  await dapp.wallet.provider.request({ method: 'eth_accounts' });
  await calm();
  await dapp.client.requestAddresses();
  await calm();
  dapp.wallet.setAccounts();
  expect(await dapp.told()).toEqual(['connect one 1', 'disconnect one 1']);
});

it.each([
  [false, 'one 1'],
  [true, 'other 1'],
])(
  '[wallets 25] [wallets 29] a disconnect through viem that the wallet emits as well is recorded once (after another account: %s)',
  async (isSwitched, ended) => {
    const dapp = openViem();
    dapp.wallet.answers.wallet_revokePermissions = () => {
      dapp.wallet.state.isPermitted = false;
      dapp.wallet.setAccounts();
      return null;
    };
    await dapp.client.requestAddresses();
    await calm();
    if (isSwitched) dapp.wallet.setAccounts(OTHER_ACCOUNT);
    await calm();
    await dapp.client.request({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    });
    await calm();
    const switched = isSwitched ? ['connect other 1'] : [];
    expect(await dapp.told()).toEqual(['connect one 1', ...switched, `disconnect ${ended}`]);
  },
);

it('[wallets 29] ethers does not repeat a disconnect that the wallet emitted when it finds no accounts', async () => {
  const wallet = createTellingWallet(false);
  const provider = new BrowserProvider({ request: wallet.provider.request });
  const dapp = open(wallet, [ethers(provider)]);
  await provider.getSigner();
  await calm();
  wallet.setAccounts();
  await calm();
  await provider.listAccounts();
  await calm();
  expect(await dapp.told()).toEqual(['connect one 1', 'disconnect one 1']);
});

it.each([false, true])(
  '[wallets 25] [wallets 27] [wallets 29] changes are recorded after the tracking of wagmi ends (after another account: %s)',
  async (isSwitched) => {
    const wallet = createNodeWallet();
    const { config, connector } = openWagmiConfig(core, wallet);
    const { hooks, hook } = createWagmiHook(config);
    const dapp = open(wallet, [hooks]);
    // Known already to the adapter of the browser's wallets.
    if (isSwitched) await wallet.provider.request({ method: 'eth_accounts' });
    const end = hook();
    await core.connect(config, { connector });
    await calm();
    if (isSwitched) {
      wallet.setAccounts(OTHER_ACCOUNT);
      wallet.setAccounts(ACCOUNT);
      await calm();
    }
    end?.();
    await leave(dapp);
    expect((await dapp.told()).slice(isSwitched ? 2 : 0)).toEqual([
      'connect one 1',
      ...LEFT,
      'after none',
    ]);
  },
);
