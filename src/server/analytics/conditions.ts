// Reads the conditions of filters and funnel steps. What makes no sense is refused: to ignore it would widen
// the answer in silence.
import {
  type AnalyticsFilter,
  FILTER_FIELDS,
  type FilterCondition,
  type FilterOperator,
  type FilterValue,
  NUMERIC_FIELDS,
} from '../../protocol/analytics/filters.js';
import { invalidParameter } from './invalid-parameter.js';

/** A valid comparison. */
export interface Condition {
  /** Name of a column, or of a property. */
  readonly field: string;
  readonly kind: 'text' | 'number' | 'property';
  readonly op: FilterOperator;
  /** One value, several for `in` and `nin`, none for `notEmpty` and `isEmpty`. */
  readonly values: readonly (string | number)[];
  /** Conditions on properties of the same event, which must hold as well. */
  readonly nested: readonly Condition[];
}

/** The position of a condition in the request, for the error message. */
interface Place {
  readonly param: string;
  readonly path: string;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MATCHES: readonly FilterOperator[] = ['startsWith', 'endsWith', 'contains'];
/** The operators that compare by size. */
export const ORDERS: readonly FilterOperator[] = ['gt', 'gte', 'lt', 'lte'];

const includes = (list: readonly string[], value: string): boolean => list.includes(value);

/** The `filters` of a question; `param` such as `query.filters`. */
export const readFilters = (
  filters: readonly AnalyticsFilter[],
  param: string,
): readonly Condition[] =>
  filters.map((filter, index) => {
    const place = { param, path: String(index) };
    const condition = readCondition(filter, place, columnKind(filter.field));
    const { filters: nested = [] } = filter;
    if (nested.length > 0 && filter.field !== 'event') {
      throw refuse(
        place,
        'filters',
        'filter the properties of an event: they are only supported in a condition on event',
      );
    }
    return {
      ...condition,
      nested: nested.map((one, at) =>
        readCondition(one, { param, path: `${index}.filters.${at}` }, 'property'),
      ),
    };
  });

/** The conditions of a funnel step. A field that names no column is a property. */
export const readStepConditions = (
  conditions: readonly FilterCondition[],
  { param, path }: Place,
): readonly Condition[] =>
  conditions.map((condition, index) =>
    readCondition(
      condition,
      { param, path: `${path}filters.${index}` },
      includes(FILTER_FIELDS, condition.field) ? columnKind(condition.field) : 'property',
    ),
  );

const columnKind = (field: string): 'text' | 'number' =>
  includes(NUMERIC_FIELDS, field) ? 'number' : 'text';

const refuse = ({ param, path }: Place, key: string, message: string) =>
  invalidParameter(param, `${path}.${key}`, message);

function readCondition(
  { field, op, value }: FilterCondition,
  place: Place,
  kind: Condition['kind'],
): Condition {
  const isNumber = kind === 'number';
  if (isNumber && MATCHES.includes(op)) {
    throw refuse(place, 'op', `${op} is not supported for ${field}, which is a number`);
  }
  if (op === 'notEmpty' || op === 'isEmpty') {
    if (includes(NUMERIC_FIELDS, field)) {
      throw refuse(place, 'op', `${op} is not supported for ${field}, which is a number`);
    }
    return { field, kind, op, values: [], nested: [] };
  }
  const values = valuesOf(op, value, place).map((one) => {
    if (isNumber) return numberOf(one, place);
    if (kind === 'text' || MATCHES.includes(op)) return String(one);
    return ORDERS.includes(op) && NUMBER.test(String(one)) ? Number(one) : one;
  });
  return { field, kind, op, values, nested: [] };
}

function valuesOf(
  op: FilterOperator,
  value: FilterValue | undefined,
  place: Place,
): readonly (string | number)[] {
  const isList = op === 'in' || op === 'nin';
  if (value === undefined) throw refuse(place, 'value', `is required with ${op}`);
  if (value === null) {
    if (op === 'eq' || op === 'neq') return [''];
    throw refuse(place, 'value', `must not be null with ${op}; use isEmpty or notEmpty`);
  }
  if (typeof value === 'boolean') return [String(value)];
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return isList ? value.split('|') : [value];
  if (!isList) throw refuse(place, 'value', `must be one value with ${op}; use in or nin`);
  if (value.some((one) => typeof one === 'string' && one.includes('|'))) {
    throw refuse(place, 'value', 'must not contain | in its texts, because | separates texts');
  }
  return value;
}

function numberOf(value: string | number, place: Place): number {
  if (typeof value === 'number') return value;
  if (NUMBER.test(value)) return Number(value);
  throw refuse(place, 'value', `must be a number; it is ${JSON.stringify(value)}`);
}
