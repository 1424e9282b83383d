// A contract that is being registered: which events its ABI has, and what of the form the API is told.
import type { Contract, NewContract } from '../../protocol/contracts/contract.js';
import { isObject } from '../../protocol/is-object.js';
import { MAX_CONTRACT_EVENTS } from '../../protocol/limits.js';

export interface ContractDraft {
  readonly name: string;
  /** Id of the one that it is registered in. */
  readonly project: string;
  /** Chain id. */
  readonly chain: string;
  readonly address: string;
  /** JSON, as it was pasted: the ABI, or what a compiler writes around it. */
  readonly abi: string;
  /** Signatures of those whose logs are read. */
  readonly events: readonly string[];
  /** Empty: from the latest block on. */
  readonly startBlock: string;
}

type Event = NewContract['events'][number];

/** An event of an ABI. */
export interface AbiEvent extends Event {
  /** As Solidity has it: `Transfer(address indexed from, uint256 value)`. */
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

/** `(uint256,address)[]`: a tuple is what it is made of. */
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
  // Hardhat, Foundry and solc write it into an object.
  const entries = isObject(parsed) ? parsed.abi : parsed;
  return Array.isArray(entries) ? entries : undefined;
}

/** Undefined: the text is no ABI, or not yet. */
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

/** With another ABI: what was chosen stays where that has it, too; else all that it has, where they are few. */
export function withAbi(draft: ContractDraft, abi: string): ContractDraft {
  const known = eventsOf(abi)?.map(({ signature }) => signature);
  if (known === undefined) return { ...draft, abi };
  const kept = draft.events.filter((one) => known.includes(one));
  const all = known.length <= MAX_CONTRACT_EVENTS ? known : [];
  return { ...draft, abi, events: kept.length > 0 ? kept : all };
}

/** The body that registers it, or that takes its place. */
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
