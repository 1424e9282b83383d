// Names a wallet that does not announce itself, by the flags that it sets on its provider.
import { read, type WalletInfo } from './provider.js';

/**
 * In each line: name, rdns, and the flag without its `is`, where that is not the name without its
 * space. The most specific come first, since most wallets also set `isMetaMask`.
 */
const WALLETS = `Rabby Wallet,io.rabby,Rabby
Brave Wallet,com.brave.wallet
Coinbase Wallet,com.coinbase.wallet
Phantom,app.phantom
OKX Wallet,com.okex.wallet,OkxWallet
Trust Wallet,com.trustwallet.app,Trust
Bitget Wallet,com.bitget.web3,BitKeep
Binance Wallet,com.binance.wallet,Binance
TokenPocket,pro.tokenpocket
MetaMask,io.metamask`;

/**
 * The wallet that the flags of `provider` name. Without a clear flag, it is likely the one that
 * announced itself, if only one did.
 */
export const nameByFlags = (provider: unknown, announced: readonly WalletInfo[]): WalletInfo => {
  const wallets = WALLETS.split('\n').map((line) => line.split(','));
  const [providerName, rdns] =
    wallets.find(
      ([name, , flag = name?.replace(' ', '')]) => read(provider, `is${flag}`) === true,
    ) ?? [];
  const [only, another] = announced;
  // Many other wallets set `isMetaMask` as well.
  const isVague = !providerName || providerName === 'MetaMask';
  return isVague && only && !another ? only : { providerName: providerName ?? 'Injected', rdns };
};
