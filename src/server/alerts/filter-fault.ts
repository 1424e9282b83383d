// Makes the error for an invalid part of an alert's filters or recipients.
import type { DomainError } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';

/** @param place inside the body, such as `trigger_filters.0.value` */
export const invalidBody = (place: string, message: string): DomainError =>
  invalidFields('INVALID_VALIDATION_REQUEST', [[`body.${place}`, message]]);

export type FilterPart = 'name' | 'operator' | 'value' | 'numericThreshold';

export const filterFault = (index: number, part: FilterPart, message: string): DomainError =>
  invalidBody(`trigger_filters.${index}.${part}`, message);

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** @throws {DomainError} when the text is not a decimal number (decision N-07) */
export function thresholdOf(text: string, index: number): number {
  const value = DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw filterFault(
    index,
    'numericThreshold',
    `must be a decimal number, such as "1000.50"; it is ${JSON.stringify(text)}`,
  );
}

/** @throws {DomainError} when the text is not a number */
export function numberOf(text: string, index: number): number {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw filterFault(index, 'value', `must be a number; it is ${JSON.stringify(text)}`);
}
