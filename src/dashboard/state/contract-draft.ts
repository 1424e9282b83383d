// The draft of a contract: which events its ABI has, and the request body that is made from the form.
import type { Contract, NewContract } from '../../protocol/contracts/contract.js';
import { isObject } from '../../protocol/is-object.js';
import { MAX_CONTRACT_EVENTS } from '../../protocol/limits.js';

export interface ContractDraft {
  readonly name: string;
  /** Id of the project that the contract is registered in. */
  readonly project: string;
  /** Chain id. */
  readonly chain: string;
  readonly address: string;
  /** JSON as it was pasted: the ABI, or a compiler's artifact that contains it. */
  readonly abi: string;
  /** Signatures of the events whose logs are read. */
  readonly events: readonly string[];
  /** Empty: logs are read from the latest block on. */
  readonly startBlock: string;
}

type Event = NewContract['events'][number];

/** An event of an ABI. */
export interface AbiEvent extends Event {
  /** As Solidity writes it: `Transfer(address indexed from, uint256 value)`. */
  readonly signature: string;
}

export const newContract = (project: string): ContractDraft => ({
  ...{ name: '', project, chain: '1', address: '', abi: '', events: [], startBlock: '' },
});

export const contractDraftOf = (contract: Contract): ContractDraft => ({
  name: contract.name,
  project: contract.project_id,
  chain: String(contract.chain),
  address: contract.address,
  abi: contract.abi,
  events: contract.events.map(signatureOf),
  startBlock: String(contract.start_block ?? ''),
});

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The type of a parameter in a signature. A tuple is written as its components: `(uint256,address)[]`. */
function typeOf({ type, components }: Readonly<Record<string, unknown>>): string {
  const text = String(type);
  return text.startsWith('tuple')
    ? `(${listOf(components).map(typeOf).join(',')})${text.slice('tuple'.length)}`
    : text;
}

function signatureOf({ name, inputs }: Event): string {
  const parts = listOf(inputs).map((input) =>
    [typeOf(input), input.indexed === true && 'indexed', input.name]
      .filter((part) => part !== false && part !== undefined && part !== '')
      .join(' '),
  );
  return `${name}(${parts.join(', ')})`;
}

function entriesOf(abi: string): readonly unknown[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(abi);
  } catch {
    return undefined;
  }
  // Hardhat, Foundry and solc write the ABI into the property `abi` of an object.
  const entries = isObject(parsed) ? parsed.abi : parsed;
  return Array.isArray(entries) ? entries : undefined;
}

/** The events of an ABI. @returns undefined while the text is not the JSON of one */
export const eventsOf = (abi: string): readonly AbiEvent[] | undefined =>
  entriesOf(abi)
    ?.filter(isObject)
    .flatMap(({ type, name, inputs, anonymous }) => {
      if (type !== 'event' || typeof name !== 'string') return [];
      const event: Event = {
        name,
        inputs: Array.isArray(inputs) ? inputs : [],
        ...(anonymous === true && { anonymous }),
      };
      return [{ ...event, signature: signatureOf(event) }];
    });

/**
 * Takes another ABI. Chosen events that it also has stay chosen; where none is left all of its events are
 * chosen, unless there are more than one contract may read.
 */
export function withAbi(draft: ContractDraft, abi: string): ContractDraft {
  const known = eventsOf(abi)?.map(({ signature }) => signature);
  if (known === undefined) return { ...draft, abi };
  const kept = draft.events.filter((one) => known.includes(one));
  const all = known.length <= MAX_CONTRACT_EVENTS ? known : [];
  return { ...draft, abi, events: kept.length > 0 ? kept : all };
}

/** The body of the request that registers or replaces the contract. */
export function contractOf(draft: ContractDraft): NewContract {
  const { name, chain, address, abi, events, startBlock } = draft;
  const entries = entriesOf(abi);
  const isWrapped = entries !== undefined && !abi.trimStart().startsWith('[');
  return {
    name: name.trim(),
    chain: Number(chain),
    address: address.trim(),
    abi: isWrapped ? JSON.stringify(entries) : abi.trim(),
    events: (eventsOf(abi) ?? [])
      .filter(({ signature }) => events.includes(signature))
      .map(({ signature: _, ...event }) => event),
    ...(startBlock.trim() !== '' && { start_block: Number(startBlock) }),
  };
}
