// Makes the error for invalid fields of a request, in one shape for all areas.
import type { ErrorCode } from '../../protocol/errors.js';
import { DomainError } from './domain-error.js';

/** The dotted path of a field, such as `body.name`, and what is wrong with it, such as `is required`. */
export type FieldFault = readonly [path: string, message: string];

/**
 * The message names the first fault; `details` lists all of them.
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
