// The background of a wallet, outside the page: it receives the page's calls, decides, and emits
// changes.
import type { Page } from 'playwright-core';
import { createAnswers, type WalletState } from './answers.js';
import type { Anvil } from './anvil.js';

export interface Background {
  readonly rdns: string;
  readonly state: Readonly<WalletState>;
  /** Every call of pages, as received text. */
  readonly heard: readonly string[];
  /** The calls whose answer has reached the page. */
  readonly answered: readonly string[];
  /** The user rejects the next call of `method`. */
  refuse(method: string): void;
  /** The user changes something in the wallet itself; every page gets the events. */
  change(changed: Partial<WalletState>): Promise<void>;
  /** Handles a call of a page, and sends the answer to it. */
  hear(page: Page, message: string): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

const REFUSAL = { code: 4001, message: 'User rejected the request.' };

const errorOf = (cause: unknown) => {
  const { code = -32603, message = String(cause), data } = cause as Record<string, unknown>;
  return { code, message, data };
};

export const createBackground = (rdns: string, chains: readonly Anvil[]): Background => {
  const { state, visible, network, answer } = createAnswers(chains);
  const heard: string[] = [];
  const answered: string[] = [];
  const refused: string[] = [];
  const pages = new Set<Page>();

  const say = (page: Page, message: object): Promise<void> =>
    page
      .evaluate(
        async ([wallet, text]) => {
          window.fromWallet?.[wallet]?.(text);
          // A cookie that the page wrote takes a while to reach other tabs. This call waits as
          // long.
          await window.cookieStore.getAll();
        },
        [rdns, JSON.stringify(message)] as const,
      )
      .then(() => undefined)
      // The page is gone or was replaced.
      .catch(() => undefined);

  /** As wallets do: emits the changes made by a call before its answer. */
  const telling = async <T>(run: () => T | Promise<T>): Promise<T> => {
    const [accounts, chain] = [String(visible()), state.chainId];
    const result = await run();
    const news = [
      ...(String(visible()) === accounts
        ? []
        : [{ method: 'metamask_accountsChanged', params: visible() }]),
      ...(state.chainId === chain ? [] : [{ method: 'metamask_chainChanged', params: network() }]),
    ];
    for (const page of pages) {
      for (const one of news) await say(page, { jsonrpc: '2.0', ...one });
    }
    return result;
  };
  const decide = (method: string, params: readonly unknown[] | undefined) => {
    const index = refused.indexOf(method);
    if (index < 0) return answer(method, params);
    refused.splice(index, 1);
    throw REFUSAL;
  };

  return {
    rdns,
    state,
    heard,
    answered,
    refuse: (method) => refused.push(method),
    change: (changed) => telling(() => void Object.assign(state, changed)),
    hear: async (page, message) => {
      pages.add(page);
      page.once('close', () => pages.delete(page));
      heard.push(message);
      const { id, method, params }: Call = JSON.parse(message);
      const outcome = await telling(() => decide(method, params)).then(
        (result) => ({ result: result ?? null }),
        (cause: unknown) => ({ error: errorOf(cause) }),
      );
      await say(page, { id, jsonrpc: '2.0', ...outcome });
      answered.push(message);
    },
  };
};
