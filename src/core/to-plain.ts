// Copies what a caller passed into plain JSON values, at the moment of the call and without throwing.

import { MAX_EVENT_DEPTH, MAX_EVENT_TEXT_LENGTH, MAX_EVENT_VALUES } from '../protocol/limits.js';

/**
 * One level is the event's own. Deeper than any real event; bounds the work on structures made by
 * accident.
 */
const MAX_DEPTH = MAX_EVENT_DEPTH - 1;

/**
 * The server's limit, less some values for the event's own fields. Bounds the work on a structure
 * that refers to the same parts many times: copied out it can be huge, even without a cycle.
 */
const MOST_VALUES = MAX_EVENT_VALUES - 1_000;

const UNREADABLE = '[Unreadable]';

/** The objects that the value being copied lies in, and how many values were copied so far. */
type Parents = object[] & { count?: number };
type Plain = Record<string, unknown>;

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

const countIn = (parents: Parents, more: number) => {
  parents.count = (parents.count ?? 0) + more;
  if (parents.count > MOST_VALUES) throw parents;
};

/** An object of what `read` answers for each of `keys`, without what is undefined. */
const copyOfEach = <K>(keys: readonly K[], read: (key: K) => unknown, parents: Parents): Plain => {
  countIn(parents, keys.length);
  const entries: [PropertyKey, unknown][] = [];
  for (const key of keys) {
    let item: unknown = UNREADABLE;
    try {
      item = read(key);
    } catch {
      // A getter that throws costs its own property only.
    }
    const copy = copyOf(item, parents);
    if (copy !== undefined) entries.push([key as PropertyKey, copy]);
  }
  // Not by assignment: a key `__proto__` would set the prototype, and a frozen Object.prototype
  // would refuse keys such as `toString`.
  return Object.fromEntries(entries);
};

const copyOfRecord = (source: Readonly<Plain>, parents: Parents): Plain =>
  copyOfEach(Object.keys(source), (key) => source[key], parents);

const copyOfItems = (items: ArrayLike<unknown>, parents: Parents): unknown[] => {
  const copies: unknown[] = [];
  // A DataView has no length.
  countIn(parents, items.length ?? 0);
  for (let i = 0; i < items.length; i++) copies.push(copyOf(items[i], parents) ?? null);
  return copies;
};

const copyOfInstance = (value: object, parents: Parents): unknown => {
  switch (tagOf(value)) {
    case 'Map': {
      const map = value as ReadonlyMap<unknown, unknown>;
      return copyOfEach([...map.keys()], (key) => map.get(key), parents);
    }
    case 'Set':
      return copyOfItems([...(value as ReadonlySet<unknown>)], parents);
    case 'Number':
    case 'String':
    case 'Boolean':
      return copyOf(value.valueOf(), parents);
    case 'Error': {
      const { name, message } = value as Error;
      return copyOfRecord({ name, message }, parents);
    }
    default: {
      const { addEventListener, preventDefault } = value as Plain;
      // An element, a window or an event; React's too, as `onClick={onMinted}` passes it. What
      // frameworks attach to these leads to the whole page and its state.
      if (typeof (addEventListener ?? preventDefault) === 'function') return `[${tagOf(value)}]`;
      return copyOfRecord(value as Plain, parents);
    }
  }
};

const copyOfObject = (value: object, parents: Parents): unknown => {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return copyOfItems(value as unknown as ArrayLike<unknown>, parents);
  }
  const { toJSON } = value as { toJSON?: unknown };
  // Date, URL and most number libraries define `toJSON` themselves.
  if (typeof toJSON === 'function') return copyOf(toJSON.call(value, ''), parents);
  // Nearly every value is an object literal, and a call must cost little.
  const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
  return isLiteral ? copyOfRecord(value as Plain, parents) : copyOfInstance(value, parents);
};

const copyOf = (value: unknown, parents: Parents): unknown => {
  switch (typeof value) {
    case 'string':
      return value.length > MAX_EVENT_TEXT_LENGTH ? '[Too long]' : value;
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return String(value);
    case 'object': {
      if (value === null) return null;
      if (parents.includes(value)) return '[Circular]';
      if (parents.length >= MAX_DEPTH) return '[Too deep]';
      parents.push(value);
      try {
        return copyOfObject(value, parents);
      } catch {
        return UNREADABLE;
      } finally {
        parents.pop();
      }
    }
    default:
      return undefined;
  }
};

/**
 * A copy of `value` that JSON can carry: bigint as a decimal string, Date as ISO 8601, Map and Set as
 * object and array, URL as its text, a cycle as `[Circular]`, NaN and Infinity as null. A property
 * that throws when read becomes `[Unreadable]`, as does what comes after 9,000 values; a text of more than
 * 300,000 characters `[Too long]`; an element or an event its name. Functions, symbols and undefined are left out.
 */
export const toPlain = (value: unknown): unknown => copyOf(value, []);

/**
 * The copy of an object literal of flat values, which nearly every call passes: it must cost
 * little. Undefined where `toPlain` is needed.
 */
const copyOfFlat = (source: object): Plain | undefined => {
  try {
    if (Object.getPrototypeOf(source) !== Object.prototype) return undefined;
    const plain: Plain = { ...source };
    let count = 0;
    for (const key in plain) {
      const value = plain[key];
      const isFlat =
        typeof value === 'number'
          ? Number.isFinite(value)
          : typeof value === 'string'
            ? value.length <= MAX_EVENT_TEXT_LENGTH
            : typeof value === 'boolean';
      if (!isFlat || ++count > MOST_VALUES) return undefined;
    }
    return plain;
  } catch {
    // A getter threw: `toPlain` then gives up that property alone.
    return undefined;
  }
};

/** The same for an object of properties; anything else counts as none. */
export const toPlainProperties = (value: unknown): Plain | null => {
  if (typeof value !== 'object' || value === null) return null;
  const flat = copyOfFlat(value);
  if (flat) return flat;
  const plain = toPlain(value);
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain)
    ? (plain as Plain)
    : null;
};
