// Reads a query parameter that carries JSON.
import { compile } from '../../protocol/check.js';
import type { Schema } from '../../protocol/schema.js';
import { DomainError } from '../errors/domain-error.js';
import { parseJson } from '../parse-json.js';
import { invalidParameter } from './invalid-parameter.js';

/**
 * @param param such as `query.filters`
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when the text is not JSON or does not fit the schema
 */
export const createJsonReader = <T>(param: string, schema: Schema<T>): ((text: string) => T) => {
  const check = compile(schema);
  return (text) => {
    const value = parseJson<unknown>(text);
    if (value === undefined) throw invalidParameter(param, '', 'must be JSON');
    const issues = check(value);
    if (issues.length === 0) return value as T;
    const placed = issues.map(
      ({ path, message }) => [path === '' ? param : `${param}.${path}`, message] as const,
    );
    const [place, message] = placed[0] ?? [param, 'is not valid'];
    throw new DomainError('INVALID_VALIDATION_REQUEST', `${place} ${message}.`, {
      param,
      details: Object.fromEntries(placed),
    });
  };
};
