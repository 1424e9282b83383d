// The refusal of fields of a request, in one shape.
import type { ErrorCode } from '../protocol/errors.js';
import { DomainError } from './domain-error.js';

/** The dotted path of a field, such as `body.name`, and what is wrong with it, such as `is required`. */
export type FieldFault = readonly [path: string, message: string];

/**
 * Says the first of the faults in words, and all of them in `details`.
 *
 * @param param the field that the error names; default: that of the first fault
 */
export function invalidFields(
  code: ErrorCode,
  faults: readonly [FieldFault, ...FieldFault[]],
  param?: string,
): DomainError {
  const [[path, message]] = faults;
  return new DomainError(code, `${path} ${message}.`, {
    param: param ?? path,
    details: Object.fromEntries(faults),
  });
}
