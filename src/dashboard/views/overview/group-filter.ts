// What narrows everything to one group of an answer.
import { FIELDS, type Filter, type FilterField } from '../../state/place.js';

/** Stand for what is empty, which a filter compares with as such. */
const UNKNOWN = ['Direct', 'Unknown'];

/** @returns undefined for a column that no filter asks */
export function filterOfGroup(column: string, value: string): Filter | undefined {
  if (!(FIELDS as readonly string[]).includes(column)) return undefined;
  const field = column as FilterField;
  return UNKNOWN.includes(value) ? { field, op: 'isEmpty', value: '' } : { field, op: 'eq', value };
}
