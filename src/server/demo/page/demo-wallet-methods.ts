// The RPC methods of the demo wallet.
import {
  chainName,
  describeTypedData,
  formatEther,
  randomHex,
  readMessage,
  requireObject,
  toReceipt,
} from './demo-wallet-format.js';
import { DEMO_CHAINS, type DemoWalletMemory } from './demo-wallet-state.js';
import { createProviderError } from './provider.js';

/** What the visitor is asked to approve or reject. */
export interface ApprovalRequest {
  readonly title: string;
  readonly approve: string;
  /** What the request is about, in lines of a name and a value each. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

export interface MethodContext {
  readonly memory: DemoWalletMemory;
  /** Resolves when the visitor approved, rejects with 4001 when not. */
  readonly requireApproval: (request: ApprovalRequest) => Promise<void>;
  readonly emit: (event: string, value: unknown) => void;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

const MINING_MS = 2_000;

const permittedAccounts = ({ memory }: MethodContext) =>
  memory.read().permitted ? [memory.read().account] : [];

/** Who is connected, and to which chain. */
export function createConnectionMethods(context: MethodContext): Methods {
  const { memory, emit } = context;
  return {
    eth_accounts: () => permittedAccounts(context),
    eth_chainId: () => memory.read().chainId,
    async eth_requestAccounts() {
      if (memory.read().permitted) return permittedAccounts(context);
      await context.requireApproval({
        title: 'Connect to this site?',
        approve: 'Connect',
        details: [
          ['Site', location.host],
          ['Account', memory.read().account],
        ],
      });
      memory.update({ permitted: true });
      emit('accountsChanged', permittedAccounts(context));
      return permittedAccounts(context);
    },
    wallet_revokePermissions() {
      if (memory.read().permitted) {
        memory.update({ permitted: false });
        emit('accountsChanged', []);
      }
      return null;
    },
    wallet_switchEthereumChain([target]) {
      const wanted = String(requireObject(target, 'wallet_switchEthereumChain').chainId);
      const chain = DEMO_CHAINS.find(({ chainId }) => chainId === wanted.toLowerCase());
      if (chain === undefined) {
        throw createProviderError('unknownChain', `The demo wallet knows no chain ${wanted}.`);
      }
      if (chain.chainId !== memory.read().chainId) {
        memory.update({ chainId: chain.chainId });
        emit('chainChanged', chain.chainId);
      }
      return null;
    },
  };
}

/** What needs the account: signatures and transactions. */
export function createAccountMethods(context: MethodContext): Methods {
  const { memory, now } = context;

  async function sign(address: unknown, details: ApprovalRequest['details']): Promise<string> {
    requirePermission(context, address);
    await context.requireApproval({ title: 'Sign this message?', approve: 'Sign', details });
    return randomHex(65);
  }

  return {
    personal_sign: ([message, address]) => sign(address, [['Message', readMessage(message)]]),
    eth_signTypedData_v4: ([address, data]) => sign(address, describeTypedData(data)),
    async eth_sendTransaction([transaction]) {
      const { from, to, value } = requireObject(transaction, 'eth_sendTransaction');
      const sender = String(from ?? permittedAccounts(context)[0]);
      requirePermission(context, sender);
      await context.requireApproval({
        title: 'Send this transaction?',
        approve: 'Send',
        details: [
          ['To', typeof to === 'string' ? to : 'a new contract'],
          ['Value', formatEther(value)],
          ['Network', chainName(memory.read().chainId)],
        ],
      });
      const sent = {
        hash: randomHex(32),
        from: sender,
        to: typeof to === 'string' ? to : null,
        minedAt: now() + MINING_MS,
      };
      memory.update({ transactions: [...memory.read().transactions, sent] });
      return sent.hash;
    },
    eth_getTransactionReceipt([hash]) {
      const sent = memory.read().transactions.find((transaction) => transaction.hash === hash);
      return sent === undefined || now() < sent.minedAt ? null : toReceipt(sent);
    },
  };
}

function requirePermission(context: MethodContext, address: unknown): void {
  const own = permittedAccounts(context)[0];
  if (own !== undefined && String(address).toLowerCase() === own.toLowerCase()) return;
  throw createProviderError(
    'unauthorized',
    `The account ${String(address)} is not connected. Call eth_requestAccounts first.`,
  );
}
