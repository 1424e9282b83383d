// Another wallet of the browser, with another kind of provider: a class with private fields.
import { openLine } from './line.js';

type Listener = (payload: unknown) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

class SecondWallet {
  /** As many wallets claim, so that apps made for MetaMask accept them. */
  readonly isMetaMask = true;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #waiting = new Map<number, (message: Message) => void>();
  #count = 0;
  readonly #say = openLine('com.example.second', (message) => this.#hear(message as Message));

  #hear(message: Message) {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    if (message.method === 'metamask_accountsChanged') {
      this.#emit('accountsChanged', message.params);
    }
    if (message.method === 'metamask_chainChanged') {
      this.#emit('chainChanged', (message.params as { chainId: string }).chainId);
    }
  }

  #emit(name: string, payload: unknown) {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }

  request({ method, params }: { readonly method: string; readonly params?: unknown }) {
    const id = ++this.#count;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(Object.assign(new Error(error.message), error)) : resolve(result),
      );
      this.#say({ id, jsonrpc: '2.0', method, params });
    });
  }

  on(name: string, listener: Listener) {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return this;
  }

  removeListener(name: string, listener: Listener) {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }
}

const detail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Second Wallet',
    rdns: 'com.example.second',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  }),
  provider: new SecondWallet(),
});
const announce = () =>
  !window.isLegacy && window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
window.addEventListener('eip6963:requestProvider', announce);
announce();
