// Names a wallet that does not announce itself, by the flags that it sets on its provider.
import { read, type WalletInfo } from './provider.js';

/**
 * Flag (without its `is`), name and reverse domain name, the most specific first: most wallets also
 * say `isMetaMask`.
 */
const FLAGS = `Rabby,Rabby Wallet,io.rabby
BraveWallet,Brave Wallet,com.brave.wallet
CoinbaseWallet,Coinbase Wallet,com.coinbase.wallet
Phantom,Phantom,app.phantom
OkxWallet,OKX Wallet,com.okex.wallet
Trust,Trust Wallet,com.trustwallet.app
BitKeep,Bitget Wallet,com.bitget.web3
Binance,Binance Wallet,com.binance.wallet
TokenPocket,TokenPocket,pro.tokenpocket
MetaMask,MetaMask,io.metamask`;

/** What the flags of `provider` say; without a telling one, it is likely the one wallet that announced itself. */
export const nameByFlags = (provider: unknown, announced: readonly WalletInfo[]): WalletInfo => {
  const names = FLAGS.split('\n').map((line) => line.split(','));
  const [flag, providerName, rdns] =
    names.find(([key]) => read(provider, `is${key}`) === true) ?? [];
  const [only, another] = announced;
  // Wallets of every name say that they are MetaMask.
  const isVague = !flag || flag === 'MetaMask';
  return isVague && only && !another ? only : { providerName: providerName ?? 'Injected', rdns };
};
