// Copies what a caller passed into plain JSON values, at the moment of the call and without throwing.

/** Deeper than any real event; bounds the work on structures made by accident. */
const MAX_DEPTH = 32;

const UNREADABLE = '[Unreadable]';

/** The objects that the value being copied lies in. */
type Parents = object[];
type Plain = Record<string, unknown>;

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

const keep = (plain: Plain, key: string, copy: unknown) => {
  if (copy === undefined) return;
  // Assigning to `__proto__` would replace the prototype instead of keeping the key.
  if (key === '__proto__') {
    Object.defineProperty(plain, key, { value: copy, enumerable: true, configurable: true });
  } else plain[key] = copy;
};

const copyOfRecord = (source: Readonly<Plain>, parents: Parents): Plain => {
  const plain: Plain = {};
  for (const key of Object.keys(source)) {
    let item: unknown = UNREADABLE;
    try {
      item = source[key];
    } catch {
      // A getter that throws costs its own property only.
    }
    keep(plain, key, copyOf(item, parents));
  }
  return plain;
};

const copyOfItems = (items: ArrayLike<unknown>, parents: Parents): unknown[] => {
  const copies: unknown[] = [];
  for (let i = 0; i < items.length; i++) copies.push(copyOf(items[i], parents) ?? null);
  return copies;
};

const copyOfMap = (map: ReadonlyMap<unknown, unknown>, parents: Parents): Plain => {
  const plain: Plain = {};
  for (const [key, item] of map) keep(plain, String(key), copyOf(item, parents));
  return plain;
};

const copyOfInstance = (value: object, parents: Parents): unknown => {
  switch (tagOf(value)) {
    case 'Map':
      return copyOfMap(value as ReadonlyMap<unknown, unknown>, parents);
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
    default:
      return copyOfRecord(value as Plain, parents);
  }
};

const copyOfObject = (value: object, parents: Parents): unknown => {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return copyOfItems(value as unknown as ArrayLike<unknown>, parents);
  }
  const { toJSON } = value as { toJSON?: unknown };
  // Date, URL and most number libraries say for themselves how they are written.
  if (typeof toJSON === 'function') return copyOf(toJSON.call(value, ''), parents);
  // Nearly every value is an object literal, and a call must cost little.
  const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
  return isLiteral ? copyOfRecord(value as Plain, parents) : copyOfInstance(value, parents);
};

const copyOf = (value: unknown, parents: Parents): unknown => {
  switch (typeof value) {
    case 'string':
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
 * that throws when read becomes `[Unreadable]`. Functions, symbols and undefined are left out.
 */
export const toPlain = (value: unknown): unknown => copyOf(value, []);

/**
 * The copy of an object literal of flat values, which nearly every call passes: it must cost little.
 * Undefined where the thorough way has to be gone.
 */
const copyOfFlat = (source: object): Plain | undefined => {
  try {
    if (Object.getPrototypeOf(source) !== Object.prototype) return undefined;
    const plain: Plain = { ...source };
    for (const key in plain) {
      const value = plain[key];
      const isFlat =
        typeof value === 'number'
          ? Number.isFinite(value)
          : typeof value === 'string' || typeof value === 'boolean';
      if (!isFlat) return undefined;
    }
    return plain;
  } catch {
    // A getter threw: that costs its own property only.
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
