// Which wallet the page uses: one of the browser's where there is one, the demo wallet otherwise.
import { createElement, requireElement } from './elements.js';
import type { WalletSession } from './wallet-session.js';

export interface WalletChoice {
  add(wallet: WalletSession): void;
  current(): WalletSession | undefined;
}

/** `onChoose` is called when another wallet becomes the current one. */
export function createWalletChoice(onChoose: (wallet: WalletSession) => void): WalletChoice {
  const select = requireElement<HTMLSelectElement>('wallet-choice');
  const wallets: WalletSession[] = [];
  let chosenByVisitor = false;
  let current: WalletSession | undefined;

  function choose(wallet: WalletSession | undefined): void {
    if (wallet === undefined || wallet === current) return;
    current = wallet;
    select.value = String(wallets.indexOf(wallet));
    onChoose(wallet);
  }

  select.addEventListener('change', () => {
    chosenByVisitor = true;
    choose(wallets[Number(select.value)]);
  });

  return {
    current: () => current,
    add(wallet) {
      wallets.push(wallet);
      const label = wallet.isDemo ? `${wallet.name} (not real)` : wallet.name;
      select.append(createElement('option', { value: String(wallets.length - 1) }, label));
      requireElement('wallet-choice-row').hidden = wallets.length < 2;
      // A wallet of the visitor's own replaces the demo wallet, but not once the visitor has chosen one.
      if (current === undefined || (current.isDemo && !chosenByVisitor)) choose(wallet);
    },
  };
}
