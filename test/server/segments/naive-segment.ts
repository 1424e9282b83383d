// Which wallets a segment has, computed by a simple model from the sent events. The SQL must agree with it.
import type {
  FilterCondition,
  FilterOperator,
  FilterValue,
} from '../../../src/protocol/analytics/filters.js';
import type { Behavior, Segment } from '../../../src/protocol/segments/segment.js';
import { type ModelWallet, matches } from '../profiles/naive-search.js';

/** An event as it happened, with the columns that a condition can name. */
export interface ModelEvent {
  readonly project: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: string;
  /** Only events of the types track and decoded_log have a name. */
  readonly event: string;
  /** As it was sent; empty when no wallet was connected. */
  readonly address: string;
  readonly isBot: boolean;
  readonly session: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

const DAY_MS = 86_400_000;
const AMOUNTS = ['volume', 'revenue', 'points'];
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

const listOf = (op: FilterOperator, value: FilterValue | undefined): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [''];
  return (op === 'in' || op === 'nin') && typeof value === 'string' ? value.split('|') : [value];
};

function textHolds(op: FilterOperator, text: string, values: readonly string[]): boolean {
  const [first = ''] = values;
  if (op === 'notEmpty') return text !== '';
  if (op === 'isEmpty') return text === '';
  if (op === 'startsWith') return text.startsWith(first);
  if (op === 'endsWith') return text.endsWith(first);
  if (op === 'contains') return text.includes(first);
  if (op === 'eq' || op === 'in') return values.includes(text);
  if (op === 'neq' || op === 'nin') return !values.includes(text);
  return ORDERS[op]?.(inBytes(text, first)) ?? false;
}

function numberHolds(op: FilterOperator, number: number, values: readonly number[]): boolean {
  if (op === 'eq' || op === 'in') return values.includes(number);
  if (op === 'neq' || op === 'nin') return !values.includes(number);
  return ORDERS[op]?.(number - (values[0] ?? 0)) ?? false;
}

/** A string itself, or the JSON of any other value; undefined if it is null or absent. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value);

function propertyHolds(op: FilterOperator, property: unknown, values: readonly unknown[]): boolean {
  const text = textOf(property);
  const number = NUMBER.test(text) ? Number(text) : undefined;
  const isOrder = ORDERS[op] !== undefined;
  if (isOrder && NUMBER.test(String(values[0]))) {
    return number !== undefined && numberHolds(op, number, [Number(values[0])]);
  }
  const alike = (value: unknown) =>
    typeof value === 'number' ? value === number : String(value) === text;
  if (op === 'eq' || op === 'in') return values.some(alike);
  if (op === 'neq' || op === 'nin') return !values.some(alike);
  return textHolds(op, text, values.map(String));
}

export function filterHolds({ field, op, value }: FilterCondition, event: ModelEvent): boolean {
  const values = listOf(op, value);
  if (AMOUNTS.includes(field)) {
    return numberHolds(op, Number(event.properties[field] ?? 0), values.map(Number));
  }
  const column =
    field === 'type' ? event.type : field === 'event' ? event.event : event.columns[field];
  return column === undefined
    ? propertyHolds(op, event.properties[field], values)
    : textHolds(op, column, values.map(String));
}

type Asked = Pick<Behavior, 'type' | 'event' | 'filters'>;

const isNamed = ({ type, event }: Asked, one: ModelEvent): boolean =>
  type === 'event' ? one.type === event : one.type === type && one.event === event;

const holdAll = (filters: readonly FilterCondition[] = [], event: ModelEvent): boolean =>
  filters.every((filter) => filterHolds(filter, event));

/** The letter case of an EVM address has no meaning; that of any other address has. */
export const walletOf = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;

function hasDone(behavior: Behavior, events: readonly ModelEvent[], today: number): boolean {
  const { op = 'gte', count = 1, days, events: group = [], filters } = behavior;
  const since = days === undefined ? Number.NEGATIVE_INFINITY : today - (days - 1) * DAY_MS;
  const times = events.filter(
    (event) =>
      event.at >= since &&
      holdAll(filters, event) &&
      (isNamed(behavior, event) ||
        group.some((one) => isNamed(one, event) && holdAll(one.filters, event))),
  ).length;
  return op === 'eq'
    ? times === count
    : op === 'neq'
      ? times !== count
      : !!ORDERS[op]?.(times - count);
}

/**
 * @param events of all projects, of people and bots
 * @param today midnight, in milliseconds since 1970
 */
export function isInSegment(
  wallet: ModelWallet,
  { project_id, logic, conditions, behaviors }: Segment,
  { events, today }: { readonly events: readonly ModelEvent[]; readonly today: number },
): boolean {
  const own = events.filter(
    ({ project, isBot, address }) =>
      project === project_id && !isBot && walletOf(address) === wallet.address,
  );
  const held = [
    ...conditions.map((condition) => matches(wallet, condition)),
    ...behaviors.map((behavior) => hasDone(behavior, own, today)),
  ];
  return logic === 'and' ? held.every(Boolean) : held.some(Boolean);
}
