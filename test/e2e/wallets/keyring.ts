// The keys of a wallet: sign messages and typed data, and sign and send transactions.
import { HDNodeWallet, toBeHex } from 'ethers';
import type { Anvil } from './anvil.js';

/** The phrase of the accounts that anvil funds. */
const PHRASE = 'test test test test test test test test test test test junk';

export interface Transaction {
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly data?: string;
  readonly gas?: string;
}

interface TypedData {
  readonly domain: object;
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly message: Record<string, unknown>;
  readonly primaryType: string;
}

const GAS = 2_000_000n;
const FEE = 10n ** 10n;

export const createKeyring = () => {
  const keys = [0, 1, 2].map((index) =>
    HDNodeWallet.fromPhrase(PHRASE, undefined, `m/44'/60'/0'/0/${index}`),
  );
  const find = (address: string) => {
    const key = keys.find((own) => own.address.toLowerCase() === address.toLowerCase());
    if (!key) throw Object.assign(new Error(`No key of ${address}.`), { code: 4100 });
    return key;
  };
  return {
    /** Lower-case, as MetaMask returns them. */
    accounts: keys.map(({ address }) => address.toLowerCase()),
    signText: (address: string, message: string) =>
      find(address).signMessage(
        message.startsWith('0x') ? Buffer.from(message.slice(2), 'hex') : message,
      ),
    signTyped: (address: string, text: string) => {
      const { domain, types, message, primaryType }: TypedData = JSON.parse(text);
      const { EIP712Domain: _, ...own } = types;
      // ethers refuses types that the message does not use.
      const used = Object.fromEntries(
        Object.entries(own).filter(([name]) =>
          [primaryType, ...Object.values(own).flatMap((fields) => fields.map(baseType))].includes(
            name,
          ),
        ),
      );
      return find(address).signTypedData(domain, used, message);
    },
    /** Returns the hash of the transaction. */
    send: async (transaction: Transaction, chain: Anvil): Promise<string> => {
      const { from, to, value = '0x0', data = '0x' } = transaction;
      const nonce = await chain.rpc('eth_getTransactionCount', [from, 'pending']);
      const signed = await find(from).signTransaction({
        type: 2,
        chainId: BigInt(chain.chainId),
        nonce: Number(nonce),
        gasLimit: toBeHex(transaction.gas ?? GAS),
        maxFeePerGas: FEE,
        maxPriorityFeePerGas: 1n,
        ...(to && { to }),
        value,
        data,
      });
      return (await chain.rpc('eth_sendRawTransaction', [signed])) as string;
    },
  };
};

const baseType = ({ type }: { readonly type: string }) => type.replace(/\[.*$/, '');
