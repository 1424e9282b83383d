// Names the function and the arguments of a contract call, from what the app itself passes: ABI,
// function name, arguments.
import { keccak256 } from '../core/keccak256.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { readText } from './provider.js';

/** A parameter of a function, as it stands in an ABI. */
interface Parameter {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly components?: unknown;
}

/** An item of an ABI. */
interface AbiItem {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly inputs?: unknown;
}

/** What viem's and wagmi's `writeContract` take, as far as it is read. */
export interface Write {
  readonly address?: unknown;
  readonly abi?: unknown;
  readonly functionName?: unknown;
  readonly args?: unknown;
}

const listOf = <Item = unknown>(value: unknown): readonly Item[] =>
  Array.isArray(value) ? value : [];

/**
 * A parameter's type as it stands in a function's signature: a tuple is written as the types in it.
 */
const typeOf = ({ type, components }: Parameter): string => {
  const text = String(type);
  const inner = listOf<Parameter>(components).map(typeOf);
  return text.startsWith('tuple') ? `(${inner})${text.slice(5)}` : text;
};

/** The function's signature, such as `mint(uint256)`, from whose hash the selector is cut. */
const signatureOf = ({ name, inputs }: AbiItem) =>
  `${name}(${listOf<Parameter>(inputs).map(typeOf)})`;

/**
 * The ABI's function of that name with as many parameters; undefined when several different ones
 * match.
 */
const findFunction = ({ abi, functionName, args }: Write): AbiItem | undefined => {
  const found = listOf<AbiItem>(abi).filter(
    ({ type, name, inputs }) =>
      type === 'function' && name === functionName && listOf(inputs).length === listOf(args).length,
  );
  return new Set(found.map(signatureOf)).size === 1 ? found[0] : undefined;
};

/** Names the function and its arguments; those without a name of their own by their positions. */
export const describeWrite = (
  write: Write,
): Pick<TransactionEvent, 'functionName' | 'functionArgs'> => {
  const inputs = listOf(findFunction(write)?.inputs);
  const args = listOf(write.args).map((value, index) => [
    readText(inputs[index], 'name') ?? index,
    value,
  ]);
  return {
    functionName: readText(write, 'functionName'),
    functionArgs: Object.fromEntries(args),
  };
};

/** The 4-byte selector in hex; undefined when the ABI does not show which function is meant. */
export const selectorOf = (write: Write): string | undefined => {
  const found = findFunction(write);
  if (!found) return undefined;
  const hash = keccak256(new TextEncoder().encode(signatureOf(found)));
  return `0x${hash.slice(0, 8)}`;
};
