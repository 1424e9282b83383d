// Names what a contract is called for, from what the app says itself: its ABI, the function, the arguments.
import { keccak256 } from '../core/keccak256.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { read, readText } from './provider.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A parameter's type as the selector is made of it: tuples by what they hold. */
const typeOf = (parameter: unknown): string => {
  const type = String(read(parameter, 'type'));
  const inner = listOf(read(parameter, 'components')).map(typeOf);
  return type.startsWith('tuple') ? `(${inner})${type.slice(5)}` : type;
};

/** What the selector is made of. */
const signatureOf = (item: unknown) =>
  `${read(item, 'name')}(${listOf(read(item, 'inputs')).map(typeOf)})`;

/** The function of the ABI that takes as many arguments; undefined where it is one of several. */
const findFunction = (write: unknown): unknown => {
  const found = listOf(read(write, 'abi')).filter(
    (item) =>
      read(item, 'type') === 'function' &&
      read(item, 'name') === read(write, 'functionName') &&
      listOf(read(item, 'inputs')).length === listOf(read(write, 'args')).length,
  );
  return new Set(found.map(signatureOf)).size === 1 ? found[0] : undefined;
};

/** From `{ abi, functionName, args }`, as viem's and wagmi's `writeContract` take it. */
export const describeWrite = (
  write: unknown,
): Pick<TransactionEvent, 'functionName' | 'functionArgs'> => {
  const inputs = listOf(read(findFunction(write), 'inputs'));
  const args = listOf(read(write, 'args')).map((value, index) => [
    readText(inputs[index], 'name') ?? index,
    value,
  ]);
  return {
    functionName: readText(write, 'functionName'),
    functionArgs: Object.fromEntries(args),
  };
};

/** The first four bytes of the calldata; undefined when the ABI does not say of which function. */
export const selectorOf = (write: unknown): string | undefined => {
  const found = findFunction(write);
  if (!found) return undefined;
  const bytes = Uint8Array.from(signatureOf(found), (char) => char.charCodeAt(0));
  return `0x${keccak256(bytes).slice(0, 8)}`;
};
