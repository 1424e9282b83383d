// The plugin that names the functions that transactions call, and their arguments, by the app's
// ABIs.

import { attempt } from '../core/attempt.js';
import type { Plugin, TransactionEvent } from '../core/tracker-types.js';
import { withoutBuilderCodes } from '../protocol/builder-codes.js';
import { read } from './provider.js';

/** The part of ethers' `Interface` that is used. */
export interface AbiInterface {
  parseTransaction(transaction: { readonly data: string }): unknown;
}

/** ethers' `Interface`, or a class that does the same. */
export type AbiInterfaceClass = new (abi: never) => AbiInterface;

export interface AbiOptions {
  /**
   * The `Interface` class of ethers 6. Default: that of the installed `ethers`, loaded when this
   * plugin starts; transactions before it has loaded go without names.
   */
  readonly Interface?: AbiInterfaceClass | undefined;
}

/**
 * By contract address: its ABI as JSON, or in ethers' human-readable form (`function mint(uint256
 * id)`).
 */
export type Abis = Readonly<Record<string, readonly unknown[]>>;

const readArgs = (parsed: unknown) => {
  const inputs = read(read(parsed, 'fragment'), 'inputs');
  const names = Array.isArray(inputs) ? inputs : [];
  const args = names.map((input, index) => [
    read(input, 'name') || index,
    toList(read(read(parsed, 'args'), index)),
  ]);
  return Object.fromEntries(args);
};

/**
 * Copies ethers' results into plain lists: theirs throw when a name that they do not have is read.
 */
const toList = (value: unknown): unknown => (Array.isArray(value) ? value.map(toList) : value);

/**
 * Adds `function_name` and `function_args` to the transactions that go to `contracts`, whichever
 * adapter sees them. ethers is loaded only where this plugin is used.
 */
export const abi = (contracts: Abis, { Interface }: AbiOptions = {}): Plugin => {
  const byAddress = new Map(
    Object.entries(contracts).map(([address, items]) => [address.toLowerCase(), items]),
  );
  const interfaces = new Map<string, AbiInterface>();
  let Known = Interface;

  const interfaceOf = (address: string) => {
    const known = interfaces.get(address);
    const items = byAddress.get(address);
    if (known || !items || !Known) return known;
    const made = new Known(items as never);
    interfaces.set(address, made);
    return made;
  };
  const describe = (transaction: TransactionEvent): TransactionEvent => {
    const { to, data, functionName } = transaction;
    const parser = !functionName && to && data ? interfaceOf(to.toLowerCase()) : undefined;
    const call = withoutBuilderCodes(data ?? '');
    const parsed = parser && attempt(() => parser.parseTransaction({ data: call }));
    if (!parsed) return transaction;
    const name = read(parsed, 'name') as string;
    return { ...transaction, functionName: name, functionArgs: readArgs(parsed) };
  };

  return {
    name: 'abi',
    describe,
    setup: (_, host) => {
      if (!Known) {
        import('ethers')
          .then((ethers) => {
            Known = ethers.Interface as unknown as AbiInterfaceClass;
            if (!Known) throw new TypeError('abi() needs ethers 6, or its Interface as an option.');
          })
          .catch(host.fault);
      }
      return undefined;
    },
  };
};
