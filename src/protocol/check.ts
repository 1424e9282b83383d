// Compiles a schema into a function that names everything wrong with a value.
import { FORMAT_EXAMPLES, FORMATS } from './formats.js';
import { isObject } from './is-object.js';
import { NOT_BLANK, type Schema } from './schema.js';

/** One thing wrong with a value. */
export interface Issue {
  /** Dotted path inside the value, such as `trigger_filters.0.value`; empty for the value itself. */
  readonly path: string;
  /** Continues a sentence that begins with the path: `must be at least 1`. */
  readonly message: string;
}

/** Answers what is wrong with a value: nothing, when it is valid. */
export type Check = (value: unknown) => readonly Issue[];

/** Checks one keyword. `NONE` is shared, so that checking a valid value allocates nothing. */
type Rule = Check;

const NONE: readonly Issue[] = [];
const MAX_ISSUES = 50;

const fault = (message: string): readonly Issue[] => [{ path: '', message }];

/**
 * Compiles a schema, once. The depth of the work is the schema's, never the value's, and only a
 * value's own properties count: `constructor` and `__proto__` are keys like any other.
 * `enum` and `const` hold primitives.
 */
export function compile(schema: Schema): Check {
  const rules = [
    typeRule(schema),
    valueRule(schema),
    textRule(schema),
    rangeRule(schema),
    itemsRule(schema),
    both(propertiesRule(schema), additionalRule(schema)),
    anyOfRule(schema),
  ].filter((rule) => rule !== undefined);
  const [first, ...rest] = rules;
  if (first === undefined) return () => NONE;
  if (rest.length === 0) return first;
  return (value) => {
    const issues = first(value);
    // A value of the wrong type needs no second complaint.
    if (issues.length > 0) return issues;
    for (const rule of rest) {
      const found = rule(value);
      if (found.length > 0) return found;
    }
    return NONE;
  };
}

/** Joins the issues that two rules find in different parts of a value. */
function both(one: Rule | undefined, other: Rule | undefined): Rule | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (value) => {
    const first = one(value);
    const second = other(value);
    return first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];
  };
}

const TYPES: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  string: [(value) => typeof value === 'string', 'a string'],
  number: [(value) => typeof value === 'number' && Number.isFinite(value), 'a number'],
  integer: [(value) => Number.isInteger(value), 'an integer'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  null: [(value) => value === null, 'null'],
  array: [Array.isArray, 'an array'],
  object: [isObject, 'an object'],
};

function typeRule({ type }: Schema): Rule | undefined {
  if (type === undefined) return undefined;
  const kinds = [type].flat().map((name) => {
    const kind = TYPES[name];
    if (kind === undefined) throw new TypeError(`No such schema type: ${name}`);
    return kind;
  });
  const issues = fault(`must be ${kinds.map(([, name]) => name).join(' or ')}`);
  const [only, ...others] = kinds.map(([test]) => test);
  if (only !== undefined && others.length === 0) return (value) => (only(value) ? NONE : issues);
  return (value) => (kinds.some(([test]) => test(value)) ? NONE : issues);
}

function valueRule(schema: Schema): Rule | undefined {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (values === undefined) return undefined;
  const allowed = new Set(values);
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  const issues = fault(values.length === 1 ? `must be ${list}` : `must be one of ${list}`);
  return (value) => (allowed.has(value) ? NONE : issues);
}

function textRule({ minLength = 0, maxLength, pattern, format }: Schema): Rule | undefined {
  if (minLength === 0 && maxLength === undefined && pattern === undefined && format === undefined) {
    return undefined;
  }
  const most = maxLength ?? Number.POSITIVE_INFINITY;
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const isFormat = format === undefined ? undefined : FORMATS[format];
  const tooShort = fault(
    minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
  );
  const tooLong = fault(`must have at most ${most} characters`);
  const noMatch = fault(pattern === NOT_BLANK ? 'must not be blank' : `must match ${pattern}`);
  const badFormat = fault(`must be a ${format} such as ${format && FORMAT_EXAMPLES[format]}`);
  return (value) => {
    if (typeof value !== 'string') return NONE;
    // Lengths are in code points; counting them is needed only where UTF-16 units cannot tell.
    if (value.length < minLength * 2 && codePoints(value) < minLength) return tooShort;
    if (value.length > most && codePoints(value) > most) return tooLong;
    if (shape !== undefined && !shape.test(value)) return noMatch;
    return isFormat === undefined || isFormat(value) ? NONE : badFormat;
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function rangeRule({ minimum, maximum }: Schema): Rule | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  const least = minimum ?? Number.NEGATIVE_INFINITY;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  const tooSmall = fault(`must be at least ${least}`);
  const tooLarge = fault(`must be at most ${most}`);
  return (value) => {
    if (typeof value !== 'number') return NONE;
    if (value < least) return tooSmall;
    return value > most ? tooLarge : NONE;
  };
}

function itemsRule({ items, minItems = 0, maxItems }: Schema): Rule | undefined {
  if (items === undefined && minItems === 0 && maxItems === undefined) return undefined;
  const check = items === undefined ? () => NONE : compile(items);
  const most = maxItems ?? Number.POSITIVE_INFINITY;
  const tooFew = fault(`must have at least ${minItems} entries`);
  const tooMany = fault(`must have at most ${most} entries`);
  return (value) => {
    if (!Array.isArray(value)) return NONE;
    if (value.length < minItems) return tooFew;
    if (value.length > most) return tooMany;
    let issues = NONE;
    for (let index = 0; index < value.length && issues.length < MAX_ISSUES; index++) {
      issues = join(issues, String(index), check(value[index]));
    }
    return issues;
  };
}

function propertiesRule({ properties = {}, required = [] }: Schema): Rule | undefined {
  const names = Object.keys(properties);
  const unlisted = required.filter((name) => !names.includes(name));
  const parts = [...names, ...unlisted].map((name) => ({
    name,
    check: compile(properties[name] ?? {}),
    missing: required.includes(name) ? fault('is required') : NONE,
  }));
  if (parts.length === 0) return undefined;
  return (value) => {
    if (!isObject(value)) return NONE;
    let issues = NONE;
    for (const { name, check, missing } of parts) {
      const part = value[name];
      const found = part === undefined || !Object.hasOwn(value, name) ? missing : check(part);
      if (found.length > 0) issues = join(issues, name, found);
    }
    return issues;
  };
}

function additionalRule({ additionalProperties, properties = {} }: Schema): Rule | undefined {
  if (additionalProperties === undefined || additionalProperties === true) return undefined;
  const isRefused = additionalProperties === false;
  // `record(anything())`: nothing to ask of any value, so its keys are not walked.
  if (!isRefused && Object.keys(additionalProperties).length === 0) return undefined;
  const known = new Set(Object.keys(properties));
  const refused = fault('is not known');
  const check = isRefused ? () => refused : compile(additionalProperties);
  return (value) => {
    if (!isObject(value)) return NONE;
    let issues = NONE;
    for (const name of Object.keys(value)) {
      if (issues.length >= MAX_ISSUES) break;
      if (!known.has(name) && value[name] !== undefined) {
        issues = join(issues, name, check(value[name]));
      }
    }
    return issues;
  };
}

function anyOfRule({ anyOf }: Schema): Rule | undefined {
  if (anyOf === undefined) return undefined;
  // A choice between types says more when it is refused as a list of them.
  if (anyOf.every((choice) => Object.keys(choice).join() === 'type')) {
    return typeRule({ type: anyOf.flatMap(({ type = [] }) => type) });
  }
  const choices = anyOf.map(compile);
  const none = fault('must match one of the allowed shapes');
  const meantBy = meantChoice(anyOf);
  return (value) => {
    const meant = meantBy(value);
    let told = none;
    for (let index = 0; index < choices.length; index++) {
      const issues = choices[index]?.(value) ?? NONE;
      if (issues.length === 0) return NONE;
      if (index === meant) told = issues;
    }
    return told;
  };
}

/**
 * Which choice a value was meant for, when that can be told: its issues say more than "matches none".
 * Of `nullable(schema)` it is `schema`; of an object or an array of them, the one of the value's type.
 */
function meantChoice(anyOf: readonly Schema[]): (value: unknown) => number | undefined {
  const solid = anyOf.flatMap((choice, index) => (choice.type === 'null' ? [] : [index]));
  if (solid.length <= 1) return () => solid[0];
  const typed = anyOf.map(typeRule);
  return (value) => {
    const fitting = solid.filter((index) => typed[index]?.(value).length === 0);
    return fitting.length === 1 ? fitting[0] : undefined;
  };
}

function join(issues: readonly Issue[], name: string, found: readonly Issue[]): readonly Issue[] {
  if (found.length === 0) return issues;
  const placed = found.map(({ path, message }) => ({
    path: path === '' ? name : `${name}.${path}`,
    message,
  }));
  return [...issues, ...placed];
}
