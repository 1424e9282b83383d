// A wallet's answer to each method: from its state, its keys, or its chain.
import type { Anvil } from './anvil.js';
import { createKeyring, type Transaction } from './keyring.js';

export interface WalletState {
  /** The first one is in use. */
  accounts: readonly string[];
  chainId: string;
  /** The user has permitted this site to see the accounts. */
  isConnected: boolean;
  isLocked: boolean;
}

type Params = readonly unknown[];

const fault = (code: number, message: string) => Object.assign(new Error(message), { code });

export const createAnswers = (chains: readonly Anvil[]) => {
  const keyring = createKeyring();
  const state: WalletState = {
    accounts: keyring.accounts,
    chainId: chains[0]?.chainId ?? '0x1',
    isConnected: false,
    isLocked: false,
  };
  const batches = new Map<string, readonly string[]>();
  const visible = () => (state.isConnected && !state.isLocked ? state.accounts : []);
  const chain = () => {
    const found = chains.find(({ chainId }) => chainId === state.chainId);
    if (!found) throw fault(4902, `No chain ${state.chainId}.`);
    return found;
  };
  const network = () => ({
    chainId: state.chainId,
    networkVersion: String(Number(state.chainId)),
    isConnected: true,
  });
  const connect = () => {
    Object.assign(state, { isConnected: true, isLocked: false });
    return visible();
  };
  const signTyped = ([address, data]: Params) => keyring.signTyped(String(address), String(data));

  const answers: Record<string, (params: Params) => unknown> = {
    metamask_getProviderState: () => ({
      ...network(),
      accounts: visible(),
      isUnlocked: !state.isLocked,
    }),
    metamask_sendDomainMetadata: () => true,
    eth_chainId: () => state.chainId,
    net_version: () => network().networkVersion,
    eth_accounts: visible,
    eth_requestAccounts: connect,
    wallet_requestPermissions: () => [
      {
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: connect() }],
      },
    ],
    wallet_revokePermissions: () => {
      state.isConnected = false;
      return null;
    },
    wallet_switchEthereumChain: ([wanted]) => {
      const { chainId } = wanted as { readonly chainId: string };
      if (!chains.some((known) => known.chainId === chainId)) throw fault(4902, 'Unknown chain.');
      state.chainId = chainId;
      return null;
    },
    personal_sign: ([message, address]) => keyring.signText(String(address), String(message)),
    // ethers cannot sign typed data of the first version; the events do not depend on a valid
    // signature.
    eth_signTypedData: ([data, address]) => keyring.signText(String(address), JSON.stringify(data)),
    eth_signTypedData_v3: signTyped,
    eth_signTypedData_v4: signTyped,
    eth_sendTransaction: ([transaction]) => keyring.send(transaction as Transaction, chain()),
    wallet_sendCalls: async ([batch]) => {
      const { calls, from } = batch as { readonly calls: Transaction[]; readonly from: string };
      const hashes: string[] = [];
      for (const call of calls) hashes.push(await keyring.send({ ...call, from }, chain()));
      const id = `0x${'b'.repeat(63)}${batches.size}`;
      batches.set(id, hashes);
      return { id };
    },
    wallet_getCallsStatus: async ([id]) => {
      const hashes = batches.get(String(id));
      if (!hashes) throw fault(5730, 'Unknown bundle id.');
      const receipts = await Promise.all(
        hashes.map((hash) => chain().rpc('eth_getTransactionReceipt', [hash])),
      );
      const isDone = receipts.every(Boolean);
      return {
        version: '2.0.0',
        id,
        chainId: state.chainId,
        atomic: true,
        status: isDone ? 200 : 100,
        ...(isDone && { receipts }),
      };
    },
  };

  return {
    state,
    visible,
    network,
    answer: async (method: string, params: Params = []): Promise<unknown> => {
      const own = answers[method];
      if (own) return own(params);
      if (method.startsWith('eth_')) return chain().rpc(method, params);
      throw fault(-32601, `The method "${method}" does not exist / is not available.`);
    },
  };
};
