// The plugin for a viem wallet client, also with a local account, whose calls no wallet's provider
// sees.
import { textOf } from '../core/plugins.js';
import type { Plugin } from '../core/tracker-types.js';
import { describeWrite, selectorOf } from './describe-write.js';
import type { Library, LibraryCall } from './hook-library.js';
import { type LibraryOptions, watchLibrary } from './library-wallets.js';
import { isObject, read, readText } from './provider.js';
import { readBytes, toTransaction, toTypedData } from './read-library.js';
import { isSigned, readSender } from './read-transaction.js';

/** The part of a viem client that is used. */
export interface ViemClient {
  request(...input: never): unknown;
}

export type ViemOptions = LibraryOptions;

const createCalls = (client: ViemClient): Library['calls'] => {
  /**
   * An argument, or else the client's own setting. Null is kept: with `chain: null` viem leaves the
   * chain to the wallet.
   */
  const of = (args: unknown, key: string) => {
    const own = read(args, key);
    return own === undefined ? read(client, key) : own;
  };
  const account = (args: unknown) => {
    const known = of(args, 'account');
    return read(known, 'address') ?? known;
  };
  const chainId = (args: unknown) => read(of(args, 'chain'), 'id');
  /** The suffix that viem adds to the calldata, in the form in which a wallet is asked for it. */
  const capabilities = (args: unknown) => {
    const dataSuffix = of(args, 'dataSuffix');
    return { dataSuffix: isObject(dataSuffix) ? dataSuffix : { value: dataSuffix } };
  };
  const send = (args: unknown, call: object, more?: LibraryCall['more']): LibraryCall => ({
    method: 'eth_sendTransaction',
    params: [
      toTransaction({
        from: account(args),
        chainId: chainId(args),
        to: read(args, 'to'),
        value: read(args, 'value'),
        data: read(args, 'data'),
        capabilities: capabilities(args),
        ...call,
      }),
    ],
    more,
  });
  /** Adds the client's account and chain to a signed transaction, in which neither is readable. */
  const toCall = (method: string, params: unknown): LibraryCall => ({
    method,
    params,
    more: isSigned(method) ? readSender({ from: account({}), chainId: chainId({}) }) : undefined,
  });

  /** The calldata of one call of a batch, with the suffix that viem adds to it. */
  const dataOf = (call: unknown) => {
    const data = read(call, 'data') ?? selectorOf(call);
    return data && `${data}${textOf(read(call, 'dataSuffix')).slice(2)}`;
  };

  return {
    request: (args) => toCall(String(read(args, 'method')), read(args, 'params')),
    requestAddresses: () => ({ method: 'eth_requestAccounts', params: [] }),
    requestPermissions: (args) => ({ method: 'wallet_requestPermissions', params: [args] }),
    switchChain: (args) => ({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: read(args, 'id') }],
    }),
    signMessage: (args) => ({
      method: 'personal_sign',
      params: [readBytes(read(args, 'message')), account(args)],
    }),
    signTypedData: (args) => ({
      method: 'eth_signTypedData_v4',
      params: [account(args), toTypedData({ ...(args as object), account: undefined })],
    }),
    sendTransaction: (args) => send(args, {}),
    writeContract: (args) =>
      send(args, { to: read(args, 'address'), data: selectorOf(args) }, describeWrite(args)),
    deployContract: (args) => send(args, { data: read(args, 'bytecode') }),
    sendRawTransaction: (args) =>
      toCall('eth_sendRawTransaction', [read(args, 'serializedTransaction')]),
    sendCalls: (args) => {
      const calls = read(args, 'calls');
      const list: readonly unknown[] = Array.isArray(calls) ? calls : [];
      const [first, another] = list;
      return {
        method: 'wallet_sendCalls',
        params: [
          {
            from: account(args),
            chainId: chainId(args),
            atomicRequired: read(args, 'forceAtomic'),
            capabilities: { ...capabilities(args), ...(read(args, 'capabilities') as object) },
            calls: list.map((call) => ({
              to: read(call, 'to'),
              value: toTransaction(call as never).value,
              data: dataOf(call),
            })),
          },
        ],
        more: !another && read(first, 'functionName') ? describeWrite(first) : undefined,
      };
    },
  };
};

/**
 * viem's message for a transaction that reverted or took longer than the app waits, or for a batch
 * that did.
 */
const SENT = /(?:transaction with hash|bundle with id) "([^"]+)"/i;
/** A node's error code for a transaction that took longer (EIP-7966), with the hash as data. */
const NOT_MINED_IN_TIME = 4;

const sentIn = (error: unknown, depth = 5): string | undefined =>
  SENT.exec(textOf(read(error, 'message')))?.[1] ??
  (read(error, 'code') === NOT_MINED_IN_TIME ? readText(error, 'data') : undefined) ??
  // The error of a batch in which a call failed.
  readText(read(error, 'result'), 'id') ??
  (depth > 0 ? sentIn(read(error, 'cause'), depth - 1) : undefined);

/**
 * Records what an app does through a viem wallet client: by its methods (`client.writeContract`),
 * by viem's functions (`writeContract(client)`) or by `client.request`. Where the wallet's provider
 * is watched too, each action is recorded once. `custom(provider)` keeps the provider's `request`
 * as it was at that moment: when the client is made before the tracker, calls are not heard on the
 * wallet, and only what comes from the wallet's own events has its name, unless `options` give it.
 *
 * A local account (`privateKeyToAccount`) needs no connection: its events name its address.
 */
export const viem = (client: ViemClient, options: ViemOptions = {}): Plugin => {
  // The functions that send have another form, with `Sync`, that waits for the receipt.
  const calls = Object.entries(createCalls(client)).flatMap(([name, readCall]) =>
    ['', 'Sync'].map((end) => [name + end, readCall]),
  );
  const request = read(client, 'request') as (call: object) => unknown;
  return watchLibrary(
    'viem',
    {
      target: client,
      calls: Object.fromEntries(calls),
      sentIn,
      request: (method, params) => request({ method, params }),
    },
    options,
  );
};
