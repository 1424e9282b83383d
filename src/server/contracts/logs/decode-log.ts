// Reads a log by the events that a contract names.
import { AbiCoder, EventFragment, Indexed, Interface, type ParamType, Result } from 'ethers/abi';
import type { ContractEvent } from '../../../protocol/contracts/contract.js';
import type { Log } from './chain-node.js';
import { freeName } from './free-name.js';

export interface DecodedLog {
  readonly event: string;
  /** By the names of the inputs; an input without one by its place: `arg_0`. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface LogDecoder {
  /** First topics of the logs to ask for; absent when an anonymous event may have any. */
  readonly topics: readonly string[] | undefined;
  /** Undefined for a log of another event, or one that is not as the ABI says. */
  decode(log: Pick<Log, 'topics' | 'data'>): DecodedLog | undefined;
}

interface Known {
  readonly fragment: EventFragment;
  /** The same, with bytes for texts. */
  readonly raw: EventFragment;
  readonly reader: Interface;
  readonly indexed: number;
}

/**
 * How often a log may be read while it is decoded. Each part once, as it is written; by default 1,024 times, where
 * lists of lists that all lie in one place keep the process busy for half a minute.
 */
const MOST_INFLATION = 2;

export function createLogDecoder(events: readonly ContractEvent[]): LogDecoder {
  AbiCoder._setDefaultMaxInflation(MOST_INFLATION);
  const known = events.map((event): Known => {
    const fragment = EventFragment.from(event);
    const raw = EventFragment.from(JSON.parse(fragment.format('json'), bytesForTexts));
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
      // Tokens of several standards share a first topic and differ in what else is indexed.
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

/** Both are written alike. A contract may call text what is no UTF-8, and ethers refuses a log for that. */
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
 * As JSON carries it: integers as decimal texts, structures as objects, of what was hashed the hash, and U+FFFD for
 * what is no UTF-8.
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

/** One without a name is called by its place, unless another is called that. */
function byName(types: readonly ParamType[], result: Result): Readonly<Record<string, unknown>> {
  const names = types.map(({ name }) => name);
  const values = result.toArray();
  const parts = types.map(
    (type, index) =>
      [type.name || freeName(`arg_${index}`, names), plain(values[index], type)] as const,
  );
  return Object.fromEntries(parts);
}
