// Validates an ABI, and finds the events in it whose logs are to be read.
import { EventFragment, Fragment, type ParamType } from 'ethers/abi';
import type { ContractEvent, NewContract } from '../../protocol/contracts/contract.js';
import type { DomainError } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';
import { isTooDeep, MOST_LEVELS } from '../limits/is-too-deep.js';

/**
 * Most 32-byte words in the inputs of an event: the decoder makes an object for each before it reads a log.
 */
const MOST_WORDS = 1_000;

/** Most levels of nested lists in a type; `uint8[][4]` has two. */
const MOST_LISTS = 8;

const TYPES = ['function', 'event', 'error', 'constructor', 'fallback', 'receive'];

type Entry = Readonly<Record<string, unknown>>;

/** An event of an ABI, with its entry as it was sent. */
interface Found {
  readonly entry: Entry;
  readonly fragment: EventFragment;
}

/**
 * The events that a contract names, completed from its ABI.
 *
 * @throws {DomainError} INVALID_VALIDATION_REQUEST naming the entry of the ABI or the event at fault
 */
export function readContractEvents({
  abi,
  events,
}: Pick<NewContract, 'abi' | 'events'>): ContractEvent[] {
  const known = eventsOf(abi);
  const taken = new Set<string>();
  return events.map((event, index) => {
    const { entry, fragment } = findEvent(known, event, `body.events.${index}`);
    requireBounded(fragment, `body.events.${index}`);
    const signature = signatureOf(fragment);
    if (taken.has(signature)) {
      throw refused(`body.events.${index}`, `repeats the event ${fragment.format('sighash')}`);
    }
    taken.add(signature);
    return {
      ...entry,
      ...event,
      anonymous: fragment.anonymous,
      inputs: event.inputs ?? ((entry.inputs ?? []) as ContractEvent['inputs']),
      name: fragment.name,
      type: 'event',
    };
  });
}

/** Otherwise a log of a few bytes, which anybody may emit, could fill the memory when it is decoded. */
function requireBounded({ inputs }: EventFragment, place: string): void {
  let words = 0;
  for (const input of inputs) {
    words += wordsOf([input]);
    if (words <= MOST_WORDS) continue;
    const what = `has the input "${input.name}" of the type ${input.format().slice(0, 100)}`;
    throw refused(
      place,
      `${what}: an event may have at most ${MOST_WORDS} values, and no array or structure may be empty`,
    );
  }
}

/** The least words of a value; a list without a length counts as one element. Infinite for an empty type. */
function wordsOf(types: readonly ParamType[]): number {
  const sizes = types.map(({ arrayChildren, arrayLength, components }) => {
    if (arrayChildren === null) return components === null ? 1 : wordsOf(components);
    return wordsOf([arrayChildren]) * Math.abs(arrayLength ?? 1);
  });
  return sizes.reduce((all, size) => all + size, 0) || Number.POSITIVE_INFINITY;
}

function eventsOf(abi: string): readonly Found[] {
  const entries = parse(abi);
  return entries.flatMap((entry, index) => {
    const place = `body.abi.${index}`;
    if (!isEntry(entry)) throw refused(place, 'must be an object', 'body.abi');
    const { type, name } = entry;
    if (typeof type !== 'string' || !TYPES.includes(type)) {
      throw refused(place, `must have one of the types ${TYPES.join(', ')}`, 'body.abi');
    }
    const invalid = (reason: string): DomainError => {
      const named = typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, 100))}` : '';
      return refused(place, `is not a valid ${type}${named}: ${reason}`, 'body.abi');
    };
    const fault = valuesFault(entry);
    if (fault !== undefined) throw invalid(fault);
    try {
      const fragment = Fragment.from(entry);
      return fragment instanceof EventFragment ? [{ entry: { ...entry }, fragment }] : [];
    } catch (error) {
      throw invalid(reasonOf(error));
    }
  });
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds what ethers accepts beyond ABI JSON, and would parse for minutes while the process is blocked: a text
 * in place of the inputs, and a type of thousands of nested lists, which it parses anew at each level.
 */
function valuesFault(entry: Entry): string | undefined {
  for (const part of ['inputs', 'outputs', 'components']) {
    const values = entry[part] ?? [];
    if (!Array.isArray(values) || !values.every(isEntry)) return NOT_VALUES;
    for (const value of values) {
      const lists = typeof value.type === 'string' ? value.type.split('[').length - 1 : 0;
      if (lists > MOST_LISTS) return `one of its types nests more than ${MOST_LISTS} arrays`;
      const inner = valuesFault(value);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

const NOT_VALUES = 'its inputs are not in the ABI JSON format';

function parse(abi: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(abi);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused('body.abi', `must be a JSON array; it is not valid JSON: ${reason}`);
  }
  // The depth of a request body is limited, but not that of JSON within its texts.
  if (isTooDeep(parsed)) {
    throw refused('body.abi', `must not be nested deeper than ${MOST_LEVELS} levels`);
  }
  if (Array.isArray(parsed)) return parsed;
  throw refused('body.abi', 'must be a JSON array of functions, events and errors');
}

function findEvent(
  known: readonly Found[],
  event: NewContract['events'][number],
  place: string,
): Found {
  const named = known.filter(({ fragment }) => fragment.name === event.name);
  const { inputs } = event;
  const found = inputs === undefined ? named : named.filter(isLike(event, place));
  const [first, second] = found;
  if (first !== undefined && (second === undefined || inputs !== undefined)) return first;
  const list = (all: readonly Found[]) =>
    all.map(({ fragment }) => fragment.format('full')).join('; ') || 'no event';
  const message =
    first === undefined
      ? `is not in the ABI, which has ${list(named.length > 0 ? named : known)}`
      : `could be any of ${list(found)}; add its inputs`;
  throw refused(place, message);
}

/** Whether an event has the same signature and the same indexed inputs: decoding depends on both. */
function isLike(event: NewContract['events'][number], place: string) {
  let wanted: string;
  const fault = valuesFault(event);
  if (fault !== undefined) throw refused(`${place}.inputs`, `are not valid: ${fault}`);
  try {
    wanted = signatureOf(EventFragment.from({ ...event, type: 'event' }));
  } catch (error) {
    throw refused(`${place}.inputs`, `are not valid: ${reasonOf(error)}`);
  }
  return ({ fragment }: Found): boolean => {
    const isAsNamed = event.anonymous === undefined || event.anonymous === fragment.anonymous;
    return isAsNamed && signatureOf(fragment) === wanted;
  };
}

const signatureOf = (fragment: EventFragment): string =>
  `${fragment.format('sighash')} ${fragment.inputs.map(({ indexed }) => Number(indexed === true)).join('')}`;

/** The short message of ethers, without its dump of values. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const short = 'shortMessage' in error ? String(error.shortMessage) : '';
  return short || NOT_VALUES;
}

const refused = (place: string, message: string, param?: string): DomainError =>
  invalidFields('INVALID_VALIDATION_REQUEST', [[place, message]], param);
