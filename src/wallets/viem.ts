// The plugin for a viem wallet client, also with a local account, whose calls no wallet's provider
// sees.
import { textOf } from '../core/plugins.js';
import type { Plugin } from '../core/tracker-types.js';
import { describeWrite, selectorOf, type Write } from './describe-write.js';
import type { LibraryCall, ReadCall } from './hook-library.js';
import { type LibraryOptions, watchLibrary } from './library-wallets.js';
import { isObject, read, readText } from './provider.js';
import { readBytes, toTransaction, toTypedData } from './read-library.js';
import { isSigned, readSender } from './read-transaction.js';

/** The part of a viem client that is used. */
export interface ViemClient {
  request(...input: never): unknown;
}

export type ViemOptions = LibraryOptions;

/** What viem's functions take, as far as it is read. */
interface ViemArguments extends Write {
  readonly account?: { readonly address?: string } | null;
  readonly chain?: { readonly id: number } | null;
  readonly dataSuffix?: unknown;
  readonly to?: unknown;
  readonly value?: unknown;
  readonly data?: unknown;
}

/** A call of a batch, of which some fields stand beside the batch as well. */
interface ViemBatch extends ViemArguments {
  readonly calls: readonly ViemArguments[];
  readonly forceAtomic?: boolean;
  readonly capabilities?: object;
}

const createCalls = (client: ViemClient): Record<string, ReadCall> => {
  /**
   * An argument, or else the client's own setting. Null is kept: with `chain: null` viem leaves the
   * chain to the wallet.
   */
  const of = <Key extends keyof ViemArguments>(args: ViemArguments, key: Key) => {
    const own = args[key];
    return own === undefined ? (client as ViemArguments)[key] : own;
  };
  const account = (args: ViemArguments) => {
    const known = of(args, 'account');
    return known?.address ?? known;
  };
  const chainId = (args: ViemArguments) => of(args, 'chain')?.id;
  /** The suffix that viem adds to the calldata, in the form in which a wallet is asked for it. */
  const capabilities = (args: ViemArguments) => {
    const dataSuffix = of(args, 'dataSuffix');
    return { dataSuffix: isObject(dataSuffix) ? dataSuffix : { value: dataSuffix } };
  };
  const ask = (method: string, ...params: unknown[]): LibraryCall => ({ method, params });
  const send = (args: ViemArguments, call: object, more?: LibraryCall['more']) => {
    const transaction = toTransaction({
      from: account(args),
      chainId: chainId(args),
      to: args.to,
      value: args.value,
      data: args.data,
      capabilities: capabilities(args),
      ...call,
    });
    return { ...ask('eth_sendTransaction', transaction), more };
  };
  /** Adds the client's account and chain to a signed transaction, in which neither is readable. */
  const toCall = (method: string, params: unknown): LibraryCall => ({
    method,
    params,
    more: isSigned(method) ? readSender({ from: account({}), chainId: chainId({}) }) : undefined,
  });

  /** The calldata of one call of a batch, with the suffix that viem adds to it. */
  const dataOf = (call: ViemArguments) => {
    const data = call.data ?? selectorOf(call);
    return data && `${data}${textOf(call.dataSuffix).slice(2)}`;
  };

  return {
    request: ({ method, params }: { method: string; params?: unknown }) => toCall(method, params),
    requestAddresses: () => ask('eth_requestAccounts'),
    requestPermissions: (permissions: unknown) => ask('wallet_requestPermissions', permissions),
    switchChain: ({ id }: { id: number }) => ask('wallet_switchEthereumChain', { chainId: id }),
    signMessage: (args: ViemArguments & { message: unknown }) =>
      ask('personal_sign', readBytes(args.message), account(args)),
    signTypedData: (args: ViemArguments) =>
      ask('eth_signTypedData_v4', account(args), toTypedData({ ...args, account: undefined })),
    sendTransaction: (args: ViemArguments) => send(args, {}),
    writeContract: (args: ViemArguments) =>
      send(args, { to: args.address, data: selectorOf(args) }, describeWrite(args)),
    deployContract: (args: ViemArguments & { bytecode: unknown }) =>
      send(args, { data: args.bytecode }),
    sendRawTransaction: ({ serializedTransaction }: { serializedTransaction: unknown }) =>
      toCall('eth_sendRawTransaction', [serializedTransaction]),
    sendCalls: (args: ViemBatch) => {
      const { calls } = args;
      const [first, another] = calls;
      const batch = {
        from: account(args),
        chainId: chainId(args),
        atomicRequired: args.forceAtomic,
        capabilities: { ...capabilities(args), ...args.capabilities },
        calls: calls.map((call) => ({
          to: call.to,
          value: toTransaction(call as never).value,
          data: dataOf(call),
        })),
      };
      const isWrite = !another && first?.functionName;
      return {
        ...ask('wallet_sendCalls', batch),
        more: isWrite ? describeWrite(first) : undefined,
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
  const calls = createCalls(client);
  for (const [name, readCall] of Object.entries(calls)) {
    // The functions that send have another form, which waits for the receipt.
    calls[`${name}Sync`] = readCall;
  }
  const request = read(client, 'request') as (call: object) => unknown;
  return watchLibrary(
    'viem',
    {
      target: client,
      calls,
      sentIn,
      request: (method, params) => request({ method, params }),
    },
    options,
  );
};
