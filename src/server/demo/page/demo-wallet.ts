// A wallet for visitors who have none: EIP-1193 in every answer, but no chain and no money behind it.
import {
  type ApprovalRequest,
  createAccountMethods,
  createConnectionMethods,
  type MethodContext,
} from './demo-wallet-methods.js';
import { DEMO_ACCOUNTS, type DemoWalletMemory } from './demo-wallet-state.js';
import { createEmitter } from './emitter.js';
import { createProviderError, type Provider } from './provider.js';

export interface DemoWallet {
  readonly provider: Provider;
  /** Goes to the other test account, as a visitor would in the wallet's own window. */
  switchAccount(): void;
  /** Loses or regains the connection to the (made-up) chain. */
  setOnline(online: boolean): void;
}

export interface DemoWalletPorts {
  readonly memory: DemoWalletMemory;
  /** Asks the visitor; true means approved. */
  readonly ask: (request: ApprovalRequest) => Promise<boolean>;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

export function createDemoWallet({ memory, ask, now }: DemoWalletPorts): DemoWallet {
  const events = createEmitter();
  let online = true;

  const context: MethodContext = {
    memory,
    now,
    emit: events.emit,
    requireApproval: oneAtATime(ask),
  };
  const methods = { ...createConnectionMethods(context), ...createAccountMethods(context) };

  const provider: Provider = {
    async request(args) {
      if (typeof args?.method !== 'string' || args.method === '') {
        throw createProviderError('invalidParams', 'request() wants { method, params? }.');
      }
      const { method, params } = args;
      if (!online) throw createProviderError('disconnected', 'The demo wallet is offline.');
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (run === undefined) {
        throw createProviderError('unsupportedMethod', `The demo wallet has no method ${method}.`);
      }
      return run(Array.isArray(params) ? params : []);
    },
    on(event, listener) {
      events.add(event, listener);
      return provider;
    },
    removeListener(event, listener) {
      events.remove(event, listener);
      return provider;
    },
  };

  return {
    provider,
    switchAccount() {
      const { account, permitted } = memory.read();
      const other = DEMO_ACCOUNTS.find((candidate) => candidate !== account) ?? account;
      memory.update({ account: other });
      if (permitted) events.emit('accountsChanged', [other]);
    },
    setOnline(next) {
      if (next === online) return;
      online = next;
      if (online) events.emit('connect', { chainId: memory.read().chainId });
      else events.emit('disconnect', createProviderError('disconnected', 'The wallet is offline.'));
    },
  };
}

/** Like real wallets, refuses a second question while one is open. */
function oneAtATime(ask: DemoWalletPorts['ask']): MethodContext['requireApproval'] {
  let asking = false;
  return async (request) => {
    if (asking) {
      throw createProviderError('alreadyPending', 'Another request waits in the demo wallet.');
    }
    asking = true;
    try {
      if (await ask(request)) return;
    } finally {
      asking = false;
    }
    throw createProviderError('userRejected', 'The user rejected the request.');
  };
}
