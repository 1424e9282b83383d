// Checks what a request brings against the schemas of its route.
import { compile, type Issue } from '../../protocol/check.js';
import type { ErrorCode } from '../../protocol/errors.js';
import { compileQuery, type RawValues } from '../../protocol/parse-query.js';
import type { Route } from '../../protocol/route.js';
import type { Schema } from '../../protocol/schema.js';
import { DomainError } from '../domain-error.js';
import { isStorable } from './json-body.js';

/** What a request brings, as it arrived. */
interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export type CheckedInput = Readonly<Record<'params' | 'query' | 'body', unknown>>;

type Place = keyof RawInput;

/** @returns a reader that throws a DomainError naming every path at fault in one place */
export function inputReader(route: Route): (raw: RawInput) => CheckedInput {
  const code = route.invalidCode ?? 'INVALID_VALIDATION_REQUEST';
  const readParams = textReader('params', route.params, code);
  const readQuery = textReader('query', route.query, code);
  const readBody = bodyReader(route, code);
  return ({ params, query, body }) => ({
    params: readParams(params as RawValues),
    query: readQuery(query as RawValues),
    body: readBody(body),
  });
}

function textReader(place: Place, schema: Schema | undefined, code: ErrorCode) {
  if (schema === undefined) return () => undefined;
  const read = compileQuery(schema);
  return (raw: RawValues): unknown => {
    const parsed = read(raw);
    const issues = parsed.ok ? unstorable(parsed.value) : parsed.issues;
    if (!parsed.ok || issues.length > 0) throw invalid(place, issues, code);
    return parsed.value;
  };
}

function unstorable(values: unknown): readonly Issue[] {
  return Object.entries(values as Readonly<Record<string, unknown>>).flatMap(([path, value]) =>
    [value].flat().every((one) => typeof one !== 'string' || isStorable(one))
      ? []
      : [{ path, message: 'must not hold the character U+0000' }],
  );
}

function bodyReader(route: Route, code: ErrorCode) {
  if (route.body === undefined) return () => undefined;
  const check = compile(route.body);
  return (given: unknown): unknown => {
    const body = given === undefined && route.bodyOptional ? {} : given;
    const issues = body === undefined ? [{ path: '', message: 'is required' }] : check(body);
    if (issues.length > 0) throw invalid('body', issues, code);
    return body;
  };
}

function invalid(place: Place, issues: readonly Issue[], code: ErrorCode): DomainError {
  const placed = issues.map(
    ({ path, message }) => [path === '' ? place : `${place}.${path}`, message] as const,
  );
  const [param, message] = placed[0] ?? [place, 'is not valid'];
  return new DomainError(code, `${param} ${message}.`, {
    param,
    details: Object.fromEntries(placed),
  });
}
