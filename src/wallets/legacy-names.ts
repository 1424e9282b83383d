// Names a wallet that does not announce itself, by the flags that it sets on its provider.
import { read, type WalletInfo } from './provider.js';

/**
 * Name, reverse domain name, and the flag without its `is`, where that is not the name without spaces;
 * the most specific first: most wallets also say `isMetaMask`.
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

/** What the flags of `provider` say; without a telling one, it is likely the one wallet that announced itself. */
export const nameByFlags = (provider: unknown, announced: readonly WalletInfo[]): WalletInfo => {
  const wallets = WALLETS.split('\n').map((line) => line.split(','));
  const [providerName, rdns] =
    wallets.find(
      ([name, , flag = name?.replace(' ', '')]) => read(provider, `is${flag}`) === true,
    ) ?? [];
  const [only, another] = announced;
  // Wallets of every name say that they are MetaMask.
  const isVague = !providerName || providerName === 'MetaMask';
  return isVague && only && !another ? only : { providerName: providerName ?? 'Injected', rdns };
};
