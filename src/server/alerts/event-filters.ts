// The filters of event alerts, translated into SQL conditions on events.
import type { AlertFilter } from '../../protocol/alerts/alert.js';
import {
  FILTER_FIELDS,
  type FilterOperator,
  NUMERIC_FIELDS,
} from '../../protocol/analytics/filters.js';
import { allOf } from '../analytics/condition-sql.js';
import { type Condition, ORDERS } from '../analytics/conditions.js';
import type { Bind } from '../analytics/statement.js';
import { walletOf as walletColumn } from '../database/analytics/wallet-profile-select.js';
import { walletOf } from '../profiles/address.js';
import { walletConditionSql } from './address-parts.js';
import { filterFault, numberOf, thresholdOf } from './filter-fault.js';

const COMPARES: readonly FilterOperator[] = ['eq', 'neq', ...ORDERS];
const MEMBERSHIP: readonly FilterOperator[] = ['eq', 'neq', 'in', 'nin'];
const includes = (list: readonly string[], value: string): boolean => list.includes(value);

/**
 * Filters by these names compare columns of events and sessions; any other name is a property of the event.
 */
const COLUMNS: readonly string[] = [...FILTER_FIELDS, 'address', 'user_id', 'anonymous_id'];

const columnOf = (field: string): string => {
  if (field === 'page') return 'e.page_path';
  return field === 'address' ? walletColumn('e.address') : `e.${field}`;
};

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming the first invalid part of a filter */
export const eventConditions = (filters: readonly AlertFilter[]): readonly Condition[] =>
  filters.map(conditionOf);

/** All conditions together, as SQL on the events `e`. */
export const eventFilterSql = (conditions: readonly Condition[], bind: Bind): string =>
  allOf(conditions, bind, columnOf, walletConditionSql);

function conditionOf({ name, operator, value, numericThreshold }: AlertFilter, index: number) {
  const isNumber = includes(NUMERIC_FIELDS, name);
  const kind = isNumber ? 'number' : includes(COLUMNS, name) ? 'text' : 'property';
  const condition = (values: Condition['values']): Condition => ({
    field: name,
    kind,
    op: operator,
    values,
    nested: [],
  });
  if (numericThreshold !== undefined) {
    const threshold = thresholdOf(numericThreshold, index);
    const metrics = NUMERIC_FIELDS.join(', ');
    if (!isNumber) throw filterFault(index, 'numericThreshold', `is only supported for ${metrics}`);
    if (COMPARES.includes(operator)) return condition([threshold]);
    throw filterFault(
      index,
      'operator',
      `must be one of ${COMPARES.join(', ')} with numericThreshold`,
    );
  }
  if (ORDERS.includes(operator)) {
    throw filterFault(
      index,
      'operator',
      `${operator} compares numbers: in event alerts it requires numericThreshold`,
    );
  }
  if (isNumber && !MEMBERSHIP.includes(operator)) {
    throw filterFault(index, 'operator', `must be one of ${MEMBERSHIP.join(', ')} for ${name}`);
  }
  return condition(
    valuesOf(operator, value).map((one) =>
      isNumber ? numberOf(one, index) : name === 'address' ? (walletOf(one) ?? one) : one,
    ),
  );
}

/** The values of a filter: none for `notEmpty` and `isEmpty`, several for `in` and `nin`, else one. */
export function valuesOf(operator: FilterOperator, value: string): readonly string[] {
  if (operator === 'notEmpty' || operator === 'isEmpty') return [];
  return operator === 'in' || operator === 'nin' ? value.split('|') : [value];
}
