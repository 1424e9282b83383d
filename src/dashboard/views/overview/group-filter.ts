// The filter that selects one group of an answer.
import { FIELDS, type Filter, type FilterField } from '../../state/place.js';

/** The API's names for an empty value. The filter for it is `isEmpty`. */
const UNKNOWN = ['Direct', 'Unknown'];

/** @returns undefined for a column that cannot be filtered by */
export function filterOfGroup(column: string, value: string): Filter | undefined {
  if (!(FIELDS as readonly string[]).includes(column)) return undefined;
  const field = column as FilterField;
  return UNKNOWN.includes(value) ? { field, op: 'isEmpty', value: '' } : { field, op: 'eq', value };
}
