// Checks what a request brings against the schemas of its route.
import { compile, type Issue } from '../../protocol/check.js';
import { isObject } from '../../protocol/is-object.js';
import { compileQuery, type RawValues } from '../../protocol/parse-query.js';
import type { Route } from '../../protocol/route.js';
import type { Schema } from '../../protocol/schema.js';
import { type FieldFault, invalidFields } from '../errors/invalid-fields.js';
import { isStorable } from '../is-storable.js';

/** What a request brings, as it arrived. */
interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export type CheckedInput = Readonly<Record<'params' | 'query' | 'body', unknown>>;

type Place = keyof RawInput;

/** In the order in which the first fault is looked for. */
const PLACES = ['params', 'query', 'body'] as const satisfies readonly Place[];

/** What was read in one place, or what is wrong there. */
interface Read {
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

const NOTHING: Read = { issues: [] };

/** @returns a reader that throws a DomainError naming every path at fault, wherever it is */
export function inputReader(route: Route): (raw: RawInput) => CheckedInput {
  const code = route.invalidCode ?? 'INVALID_VALIDATION_REQUEST';
  const readParams = textReader(route.params);
  const readQuery = textReader(route.query);
  const readBody = bodyReader(route);
  return (raw) => {
    const read = {
      params: readParams(raw.params as RawValues),
      query: readQuery(raw.query as RawValues),
      body: readBody(raw.body),
    };
    const faults = PLACES.flatMap((place) => placed(place, read[place].issues, raw[place]));
    const [first, ...rest] = faults;
    if (first !== undefined) throw invalidFields(code, [first, ...rest]);
    return { params: read.params.value, query: read.query.value, body: read.body.value };
  };
}

function textReader(schema: Schema | undefined): (raw: RawValues) => Read {
  if (schema === undefined) return () => NOTHING;
  const read = compileQuery(schema);
  return (raw) => {
    const parsed = read(raw);
    return parsed.ok ? { value: parsed.value, issues: unstorable(parsed.value) } : parsed;
  };
}

function unstorable(values: unknown): readonly Issue[] {
  return Object.entries(values as Readonly<Record<string, unknown>>).flatMap(([path, value]) =>
    [value].flat().every((one) => typeof one !== 'string' || isStorable(one))
      ? []
      : [{ path, message: 'must not contain the character U+0000' }],
  );
}

function bodyReader(route: Route): (given: unknown) => Read {
  if (route.body === undefined) return () => NOTHING;
  const check = compile(route.body);
  return (given) => {
    const value = given === undefined && route.bodyOptional ? {} : given;
    const issues = value === undefined ? [{ path: '', message: 'is required' }] : check(value);
    return { value, issues };
  };
}

const placed = (place: Place, issues: readonly Issue[], raw: unknown): readonly FieldFault[] =>
  issues.map(({ path, message }) =>
    path === '' ? [place, message] : [`${place}.${path}`, `${message}${valueIn(place, raw, path)}`],
  );

const MOST_SHOWN = 60;

/** Repeats a faulty value of the address. Values of a body are not repeated: there are secrets among them. */
function valueIn(place: Place, raw: unknown, name: string): string {
  if (place === 'body' || !isObject(raw) || !Object.hasOwn(raw, name)) return '';
  const value = raw[name];
  if (typeof value !== 'string') return '';
  const shown = value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value;
  return `; it is ${JSON.stringify(shown)}`;
}
