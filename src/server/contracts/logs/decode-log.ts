// Decodes logs by the events that a contract names.
import { AbiCoder, EventFragment, Indexed, Interface, type ParamType, Result } from 'ethers/abi';
import type { ContractEvent } from '../../../protocol/contracts/contract.js';
import type { Log } from './chain-node.js';
import { freeName } from './free-name.js';

export interface DecodedLog {
  readonly event: string;
  /** By input name; an input without a name is called by its index: `arg_0`. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface LogDecoder {
  /**
   * First topics to filter logs by; absent if there is an anonymous event, whose first topic can be anything.
   */
  readonly topics: readonly string[] | undefined;
  /** `undefined` for a log of another event, or for one that does not fit the ABI. */
  decode(log: Pick<Log, 'topics' | 'data'>): DecodedLog | undefined;
}

interface Known {
  readonly fragment: EventFragment;
  /** The event with `bytes` in place of `string`, for decoding. */
  readonly raw: EventFragment;
  readonly reader: Interface;
  readonly indexed: number;
}

/**
 * How many times its size may be read while a log is decoded. Proper logs are read once. With the default of
 * ethers, 1,024, nested lists whose elements all point to one place block the process for half a minute.
 */
const MOST_INFLATION = 2;

export function createLogDecoder(events: readonly ContractEvent[]): LogDecoder {
  AbiCoder._setDefaultMaxInflation(MOST_INFLATION);
  const known = events.map((event): Known => {
    const fragment = EventFragment.from(event);
    const raw = withoutTexts(fragment);
    const indexed = fragment.inputs.filter((input) => input.indexed === true).length;
    return { fragment, raw, reader: new Interface([raw]), indexed };
  });
  const named = known.filter(({ fragment }) => !fragment.anonymous);
  const anonymous = known.filter(({ fragment }) => fragment.anonymous);

  return {
    topics:
      anonymous.length > 0
        ? undefined
        : [...new Set(named.map(({ fragment }) => fragment.topicHash))],
    decode(log) {
      const [first] = log.topics;
      // Transfers of different token standards share the first topic, but differ in how many inputs are indexed.
      const fitting = [
        ...named.filter(
          ({ fragment, indexed }) =>
            fragment.topicHash === first && log.topics.length === indexed + 1,
        ),
        ...anonymous.filter(({ indexed }) => log.topics.length === indexed),
      ];
      for (const one of fitting) {
        const decoded = decodeBy(one, log);
        if (decoded !== undefined) return decoded;
      }
      return undefined;
    },
  };
}

/**
 * The event with `bytes` in place of `string`, which has the same encoding: ethers fails on a log whose text is not
 * UTF-8. In its JSON, ethers leaves out of an array whether it is indexed.
 */
function withoutTexts(fragment: EventFragment): EventFragment {
  const { inputs, ...event } = JSON.parse(fragment.format('json'), bytesForTexts);
  const types: readonly object[] = inputs;
  return EventFragment.from({
    ...event,
    inputs: types.map((type, index) => ({ ...type, indexed: fragment.inputs[index]?.indexed })),
  });
}

const bytesForTexts = (key: string, value: unknown): unknown =>
  key === 'type' && typeof value === 'string' ? value.replace(/^string\b/, 'bytes') : value;

function decodeBy(
  { fragment, raw, reader }: Known,
  { topics, data }: Pick<Log, 'topics' | 'data'>,
): DecodedLog | undefined {
  const rawTopics = fragment.anonymous ? [...topics] : [raw.topicHash, ...topics.slice(1)];
  try {
    const result = reader.decodeEventLog(raw, data, rawTopics);
    return { event: fragment.name, values: byName(fragment.inputs, result) };
  } catch {
    return undefined;
  }
}

/**
 * The value for JSON: integers as decimal texts, structs as objects, the hash of an indexed value that was
 * hashed, and U+FFFD for bytes that are not UTF-8.
 */
function plain(value: unknown, type: ParamType): unknown {
  if (value instanceof Indexed) return value.hash;
  if (typeof value === 'bigint') return value.toString();
  if (type.type === 'string') return Buffer.from(String(value).slice(2), 'hex').toString();
  if (!(value instanceof Result)) return value;
  const { arrayChildren: child, components } = type;
  if (child !== null) return value.toArray().map((one) => plain(one, child));
  return byName(components ?? [], value);
}

/** The values by input name. An input without a name is called `arg_<index>`, unless another has that name. */
function byName(types: readonly ParamType[], result: Result): Readonly<Record<string, unknown>> {
  const names = types.map(({ name }) => name);
  const values = result.toArray();
  const parts = types.map(
    (type, index) =>
      [type.name || freeName(`arg_${index}`, names), plain(values[index], type)] as const,
  );
  return Object.fromEntries(parts);
}
