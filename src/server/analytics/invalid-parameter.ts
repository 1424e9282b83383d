// Makes the error for a query parameter with an invalid value.
import type { DomainError } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';

/**
 * @param param such as `query.filters`
 * @param path inside the parameter, such as `0.value`; empty for the parameter itself
 */
export const invalidParameter = (param: string, path: string, message: string): DomainError => {
  const place = path === '' ? param : `${param}.${path}`;
  return invalidFields('INVALID_VALIDATION_REQUEST', [[place, message]], param);
};
