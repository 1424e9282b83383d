// The filter that selects one group of an answer.
import { EMPTY_NAMES } from '../../format/fields.js';
import { FIELDS, type Filter, type FilterField } from '../../state/place.js';

/** @returns undefined for a column that cannot be filtered by */
export function filterOfGroup(column: string, value: string): Filter | undefined {
  if (!(FIELDS as readonly string[]).includes(column)) return undefined;
  const field = column as FilterField;
  return EMPTY_NAMES.includes(value)
    ? { field, op: 'isEmpty', value: '' }
    : { field, op: 'eq', value };
}
