// The stops of the trail that need a wallet: connect, sign, mint.
import { requireElement, shortenHex } from './elements.js';
import { errorCode, PROVIDER_ERRORS } from './provider.js';
import type { WalletChoice } from './wallet-choice.js';
import type { WalletSession } from './wallet-session.js';

const CONNECTED_ONLY = ['sign-message', 'sign-permit', 'mint'] as const;

/** Wires the wallet buttons; `onEvent` is told after each action. */
export function setUpWalletSteps(choice: WalletChoice, onEvent: () => void): void {
  const run = (id: string, noteId: string, action: (wallet: WalletSession) => Promise<string>) => {
    const button = requireElement<HTMLButtonElement>(id);
    const note = requireElement(noteId);
    button.addEventListener('click', async () => {
      const wallet = choice.current();
      if (wallet === undefined) return;
      button.setAttribute('aria-busy', 'true');
      note.textContent = wallet.isDemo ? '' : `Look at ${wallet.name}.`;
      try {
        note.textContent = await action(wallet);
      } catch (error) {
        note.textContent = describeRefusal(error);
      } finally {
        button.removeAttribute('aria-busy');
        void showWallet(wallet);
        onEvent();
      }
    });
  };

  run('connect-wallet', 'wallet-note', async (wallet) => {
    await wallet.connect();
    return '';
  });
  run('disconnect-wallet', 'wallet-note', async (wallet) => {
    await wallet.disconnect();
    return 'Disconnected.';
  });
  run('switch-network', 'wallet-note', async (wallet) => {
    await wallet.switchNetwork();
    return 'Network switched.';
  });
  run('sign-message', 'sign-note', async (wallet) => {
    await wallet.signMessage();
    return 'Trail code signed.';
  });
  run('sign-permit', 'sign-note', async (wallet) => {
    await wallet.signPermit();
    return 'Permit signed.';
  });
  run('mint', 'mint-note', mintBadge);
}

async function mintBadge(wallet: WalletSession): Promise<string> {
  const hash = await wallet.mint();
  requireElement('mint-note').textContent = `Sent ${shortenHex(hash)}. Waiting for a block…`;
  const block = await wallet.waitForBlock(hash);
  if (block === undefined) return `Sent ${shortenHex(hash)}. It is not in a block yet.`;
  requireElement('badge').dataset.minted = 'true';
  return `Minted in block ${block}. The badge is yours.`;
}

function describeRefusal(error: unknown): string {
  const code = errorCode(error);
  if (code === PROVIDER_ERRORS.userRejected) {
    return 'You rejected it (4001). Chaintrail stores that as well.';
  }
  const message = error instanceof Error ? error.message : 'The wallet gave no reason.';
  return code === undefined ? message : `${message} (${code})`;
}

/** Shows the state of `wallet`: what is connected, and what may be pressed. */
export async function showWallet(wallet: WalletSession): Promise<void> {
  let account: string | undefined;
  let chain = '';
  try {
    account = await wallet.account();
    chain = describeChain(await wallet.chainId());
  } catch {
    // An offline or locked wallet: shown as not connected.
  }
  requireElement('wallet').dataset.connected = String(account !== undefined);
  requireElement('wallet').dataset.demo = String(wallet.isDemo);
  requireElement('wallet-name').textContent = wallet.name;
  requireElement('wallet-account').textContent = account === undefined ? '' : shortenHex(account);
  requireElement('wallet-account').title = account ?? '';
  requireElement('wallet-chain').textContent = chain;
  requireElement('mint').textContent = wallet.isDemo
    ? 'Mint for 0.01 ETH'
    : 'Mint for 0 ETH on a test network';
  for (const id of CONNECTED_ONLY) {
    requireElement<HTMLButtonElement>(id).disabled = account === undefined;
  }
}

const describeChain = (chainId: string) => `chain ${Number(chainId)}`;
