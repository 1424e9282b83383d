// Names the function and the arguments of a contract call, from what the app itself passes: ABI,
// function name, arguments.
import { keccak256 } from '../core/keccak256.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { read, readText } from './provider.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * A parameter's type as it stands in a function's signature: a tuple is written as the types in it.
 */
const typeOf = (parameter: unknown): string => {
  const type = String(read(parameter, 'type'));
  const inner = listOf(read(parameter, 'components')).map(typeOf);
  return type.startsWith('tuple') ? `(${inner})${type.slice(5)}` : type;
};

/** The function's signature, such as `mint(uint256)`, from whose hash the selector is cut. */
const signatureOf = (item: unknown) =>
  `${read(item, 'name')}(${listOf(read(item, 'inputs')).map(typeOf)})`;

/**
 * The ABI's function of that name with as many parameters; undefined when several different ones
 * match.
 */
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

/** The 4-byte selector in hex; undefined when the ABI does not show which function is meant. */
export const selectorOf = (write: unknown): string | undefined => {
  const found = findFunction(write);
  if (!found) return undefined;
  const bytes = Uint8Array.from(signatureOf(found), (char) => char.charCodeAt(0));
  return `0x${keccak256(bytes).slice(0, 8)}`;
};
