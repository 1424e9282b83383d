// Evaluates the filters of alerts without a database.
import type { AlertFilter } from '../../../src/protocol/alerts/alert.js';

export type Value = string | number | null | undefined;

/** A missing text counts as empty; a missing number matches only neq and nin. */
export function holds(
  filter: AlertFilter,
  value: Value,
  kind: 'text' | 'number' | 'social' | 'label',
): boolean {
  const { operator, numericThreshold } = filter;
  if (kind === 'number') {
    const wanted =
      numericThreshold === undefined
        ? filter.value.split('|').map(Number)
        : [Number(numericThreshold)];
    const isIn = typeof value === 'number' && wanted.includes(value);
    const [first = 0] = wanted;
    if (operator === 'neq' || operator === 'nin') return !isIn;
    if (operator === 'eq' || operator === 'in') return isIn;
    return typeof value === 'number' && ordered(operator, value, first);
  }
  const lower = (text: string): string => (kind === 'social' ? text.toLowerCase() : text);
  const text = lower(String(value ?? ''));
  const wanted = lower(filter.value);
  const list = wanted.split('|');
  // A label can exist with an empty value.
  const isThere = kind === 'label' ? value !== undefined : text !== '';
  const isPresence = kind === 'social' && /^(true|false)$/.test(wanted);
  switch (operator) {
    case 'eq':
      return isPresence ? (text !== '') === (wanted === 'true') : text === wanted;
    case 'neq':
      return isPresence ? (text !== '') !== (wanted === 'true') : text !== wanted;
    case 'in':
      return list.includes(text);
    case 'nin':
      return !list.includes(text);
    case 'startsWith':
      return text.startsWith(wanted);
    case 'endsWith':
      return text.endsWith(wanted);
    case 'contains':
      return text.includes(wanted);
    case 'notEmpty':
      return isThere;
    case 'isEmpty':
      return !isThere;
    default:
      throw new Error(`${operator} of a text`);
  }
}

function ordered(operator: AlertFilter['operator'], value: number, wanted: number): boolean {
  switch (operator) {
    case 'gt':
      return value > wanted;
    case 'gte':
      return value >= wanted;
    case 'lt':
      return value < wanted;
    case 'lte':
      return value <= wanted;
    default:
      throw new Error(`${operator} of a number`);
  }
}
