// Reads an alert's filters from a request: resolves aliases and defaults, and checks them (N-06 to N-09).
import type { Alert, AlertFilter, AlertFilterInput } from '../../protocol/alerts/alert.js';
import { ORDERS } from '../analytics/conditions.js';
import { eventConditions } from './event-filters.js';
import { filterFault } from './filter-fault.js';
import { userConditions } from './user-filters.js';

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming the first invalid part of a filter */
export function readFilters(
  inputs: readonly AlertFilterInput[],
  triggerType: Alert['trigger_type'],
): readonly AlertFilter[] {
  const filters = inputs.map(normalised);
  checkFilters(filters, triggerType);
  return filters;
}

/** Checks that stored filters are also valid for a trigger of this type. */
export function checkFilters(
  filters: readonly AlertFilter[],
  triggerType: Alert['trigger_type'],
): void {
  if (triggerType === 'event') eventConditions(filters);
  else userConditions(filters);
}

const disagrees = (alias: 'field' | 'op'): string =>
  `must be the same as ${alias} of this filter, or left out`;

/** What to use in place of an empty value. */
const insteadOf = (operator: AlertFilter['operator']): string =>
  ORDERS.includes(operator) ? 'give a number' : 'use isEmpty or notEmpty';

function normalised(input: AlertFilterInput, index: number): AlertFilter {
  const { name = input.field, operator = input.op ?? 'eq', value, numericThreshold } = input;
  // Two values that disagree are refused, not guessed: a wrong guess would silently watch for something else.
  if ((input.field ?? name) !== name) throw filterFault(index, 'name', disagrees('field'));
  if ((input.op ?? operator) !== operator) throw filterFault(index, 'operator', disagrees('op'));
  if (name === undefined) throw filterFault(index, 'name', 'is required');
  const needsNoValue =
    operator === 'notEmpty' || operator === 'isEmpty' || numericThreshold !== undefined;
  if (value === undefined && !needsNoValue) throw filterFault(index, 'value', 'is required');
  if (value === '' && !needsNoValue) {
    throw filterFault(index, 'value', `must not be empty with ${operator}; ${insteadOf(operator)}`);
  }
  return {
    name,
    operator,
    value: value ?? '',
    ...(numericThreshold === undefined ? {} : { numericThreshold }),
  };
}
