// The plugin for ethers (5 and 6): a provider made of a wallet, or a signer, also one with its own key.
import { apply } from '../core/apply.js';
import type { Plugin } from '../core/tracker-types.js';
import type { Library, ReadCall } from './hook-library.js';
import { type LibraryOptions, watchLibrary } from './library-wallets.js';
import { isObject, read } from './provider.js';
import { readBytes, toTransaction, toTypedData } from './read-library.js';
import type { Method } from './wrap-method.js';

/** A `BrowserProvider`, a `JsonRpcSigner`, a `Wallet`, or a `NonceManager` of one. */
export type EthersTarget = object;

export type EthersOptions = LibraryOptions;

/** Asks the node of an ethers provider. */
const createRequest = (provider: unknown): Library['request'] => {
  const send = read(provider, 'send') as Method;
  return (method, params) => apply(send, provider, [method, params]);
};

/** The primary type (EIP-712): the one that no other type refers to. */
const primaryTypeOf = (types: object) => {
  const used = Object.values(types)
    .flat()
    .map((field) => String(read(field, 'type')).replace(/\[.*/, ''));
  return Object.keys(types).find((name) => !used.includes(name));
};

const watchProvider = (provider: object): Library => ({
  target: provider,
  calls: { send: (method, params) => ({ method: String(method), params }) },
  request: createRequest(provider),
});

const watchSigner = (signer: object): Library => {
  const address = () => read(signer, 'address');
  const signTypedData: ReadCall = (domain, types, message) => ({
    method: 'eth_signTypedData_v4',
    params: [
      address(),
      toTypedData({ domain, types, primaryType: primaryTypeOf(types as object), message }),
    ],
  });
  return {
    target: signer,
    calls: {
      sendTransaction: (transaction) => ({
        method: 'eth_sendTransaction',
        params: [
          toTransaction({
            from: address(),
            chainId: read(transaction, 'chainId'),
            to: read(transaction, 'to'),
            value: read(transaction, 'value'),
            data: read(transaction, 'data'),
          }),
        ],
      }),
      signMessage: (message) => ({
        method: 'personal_sign',
        params: [readBytes(message), address()],
      }),
      signTypedData,
      _signTypedData: signTypedData,
    },
    request: createRequest(read(signer, 'provider')),
  };
};

/**
 * Records what an app does through an ethers provider or signer. A wallet's signer
 * (`JsonRpcSigner`) is watched through its provider, together with all other signers of that
 * provider. A signer with a key of its own (`Wallet`) is watched itself and needs no connection:
 * its events name its address.
 *
 * Where the wallet's provider is watched too, each action is recorded once; what the wallet itself
 * does is recorded with its name.
 */
export const ethers = (target: EthersTarget, options: EthersOptions = {}): Plugin => {
  // Read with care: where there is no wallet, an app may pass no target.
  const inner = read(target, 'signer');
  // A `NonceManager` passes each call to the signer that it manages.
  const signer = isObject(inner) ? inner : target;
  const isOfWallet = read(signer, 'sendUncheckedTransaction') !== undefined;
  const provider = isOfWallet ? read(signer, 'provider') : signer;
  const library =
    isObject(provider) && typeof read(provider, 'send') === 'function'
      ? watchProvider(provider)
      : watchSigner(signer);
  return watchLibrary('ethers', library, options);
};
