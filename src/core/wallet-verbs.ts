// The verbs that say which wallet is in use: connect, disconnect, chain.
import { createAddressWriter } from './address.js';
import { readChainId } from './chain-id.js';
import type { BareEvent } from './enrich.js';
import { type IdentityStore, toWalletRef } from './identity.js';
import type { SharedWallet, Tracker, WalletRef } from './tracker-types.js';
import { walletFields } from './verbs.js';

type Verbs = Pick<Tracker, 'connect' | 'disconnect' | 'chain'>;

export interface WalletVerbsOptions {
  readonly identity: IdentityStore;
  readonly record: (bare: BareEvent) => void;
  readonly refuse: (message: string) => void;
}

export const createWalletVerbs = ({ identity, record, refuse }: WalletVerbsOptions) => {
  const writeAddress = createAddressWriter();

  /** The address that a call names, with its checksum; undefined stands for the wallet in use. */
  const addressOf = (wallet: WalletRef | undefined) =>
    typeof wallet?.address === 'string' && wallet.address !== ''
      ? writeAddress(wallet.address)
      : undefined;

  const useWallet = (wallet: SharedWallet) => {
    const address = addressOf(wallet);
    if (address === undefined) return;
    identity.setWallet({
      address,
      chain_id: readChainId(wallet.chainId),
      provider_name: wallet.providerName,
      host: wallet.host,
      rdns: wallet.rdns,
    });
  };

  const connect: Verbs['connect'] = (wallet, properties, eventOptions) => {
    if (!addressOf(wallet)) {
      return refuse('connect() without an address: pass { address, chainId } of the wallet.');
    }
    useWallet(wallet);
    record({ type: 'connect', fields: walletFields(wallet), properties, options: eventOptions });
  };

  const disconnect: Verbs['disconnect'] = (wallet = {}, properties, eventOptions) => {
    const active = identity.wallet();
    const address = addressOf(wallet) ?? active?.address ?? null;
    // Two wallets may hold the same account: one with another `rdns` is not the one in use.
    const isOther = active?.rdns && wallet.rdns && active.rdns !== wallet.rdns;
    const isActive = active?.address === address && !isOther;
    const known = (isActive && toWalletRef(active)) || {};
    const fields = { ...walletFields(known), ...walletFields(wallet) };
    record({ type: 'disconnect', address, fields, properties, options: eventOptions });
    if (isActive) identity.setWallet(null);
  };

  const chain: Verbs['chain'] = (wallet, properties, eventOptions) => {
    const active = identity.wallet();
    const address = addressOf(wallet) ?? active?.address;
    const before = active?.address === address ? active : null;
    const fields = { ...walletFields(wallet), previous_chain_id: before?.chain_id };
    record({ type: 'chain', address, fields, properties, options: eventOptions });
    if (before) identity.setWallet({ ...before, chain_id: readChainId(wallet.chainId) });
  };

  return { verbs: { connect, disconnect, chain } satisfies Verbs, useWallet, addressOf };
};
