// A page with the Solana plugin and one registered wallet, and the events that it sent, in a short
// form.
import { onTestFinished } from 'vitest';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { type SolanaOptions, solana } from '../../../src/wallets/solana.js';
import { createWorld, settle, type World } from '../../core/fakes.js';
import { openDapp, type ShortEvent } from '../open-dapp.js';
import { createFakeSolanaWallet, type FakeSolanaWallet } from './fake-solana-wallet.js';

export interface SolanaDappOptions extends SolanaOptions {
  readonly wallet?: FakeSolanaWallet;
  readonly world?: World;
  readonly plugins?: readonly Plugin[];
}

/** The events except `detect`, without the wallet's name. */
export const plain = (events: readonly ShortEvent[]) =>
  events
    .filter(({ type }) => type !== 'detect')
    .map(({ event, provider_name: _, ...rest }) => (event ? { ...rest, event } : rest));

export const openSolanaDapp = async (options: SolanaDappOptions = {}) => {
  const {
    wallet = createFakeSolanaWallet(),
    world = createWorld(),
    plugins = [],
    ...rest
  } = options;
  wallet.register();
  const dapp = openDapp([solana(rest), ...plugins], world);
  onTestFinished(() => void dapp.tracker.close());
  await settle();
  return { ...dapp, wallet, told: async () => plain(await dapp.events()) };
};
