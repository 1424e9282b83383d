// Checks the operator and the value of a search condition against what its field can be compared with.
import { FORMAT_EXAMPLES, parseDateTime } from '../../protocol/formats.js';
import { MAX_CONDITION_VALUES } from '../../protocol/limits.js';
import { LIFECYCLES } from '../../protocol/profiles/profile-fields.js';
import type { ProfileCondition, ProfileOperator } from '../../protocol/profiles/search.js';
import type { ConditionTarget } from './condition-target.js';

/** A value ready to be bound. */
export interface ConditionValue {
  readonly op: ProfileOperator;
  /** One, or several for `in` and `nin`. */
  readonly values: readonly (string | number)[];
  /** For a social field: `true` asks whether it is set, `false` whether it is not. Absent: its text is compared. */
  readonly presence?: boolean;
}

/** What is wrong with which part of a condition. */
export interface ConditionFault {
  readonly part: 'op' | 'value';
  readonly message: string;
}

const MEMBERSHIP: readonly ProfileOperator[] = ['eq', 'neq', 'in', 'nin'];
const DATE = /^\d{4}-\d\d-\d\d$/;

interface Reader {
  /** What a value must be, in words. */
  readonly wanted: string;
  read(value: unknown): string | number | undefined;
}

const aNumber: Reader = {
  wanted: 'a number',
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
};
const aText: Reader = {
  wanted: 'a string',
  read: (value) => (typeof value === 'string' ? value : undefined),
};
const anInstant: Reader = {
  wanted: `a date such as ${FORMAT_EXAMPLES.date} or a date-time such as ${FORMAT_EXAMPLES['date-time']}`,
  read: (value) => (typeof value === 'string' ? instantOf(value) : undefined),
};
const aStage: Reader = {
  wanted: `one of ${LIFECYCLES.join(', ')}`,
  read: (value) => LIFECYCLES.find((stage) => stage === value),
};
const anyScalar: Reader = {
  wanted: 'a string, number or boolean',
  read: (value) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined,
};
const aLowerText: Reader = {
  wanted: 'true, false or a string',
  read: (value) => (typeof value === 'string' ? value.toLowerCase() : undefined),
};

const READERS: Readonly<Record<ConditionTarget['kind'], Reader>> = {
  number: aNumber,
  any_chain: aNumber,
  balance: aNumber,
  text: aText,
  instant: anInstant,
  lifecycle: aStage,
  label: anyScalar,
  social: aLowerText,
};

const ONLY_MEMBERSHIP: ReadonlySet<ConditionTarget['kind']> = new Set([
  'text',
  'lifecycle',
  'social',
]);

export function readConditionValue(
  { kind }: ConditionTarget,
  { op, value }: Pick<ProfileCondition, 'op' | 'value'>,
): ConditionValue | ConditionFault {
  if (ONLY_MEMBERSHIP.has(kind) && !MEMBERSHIP.includes(op)) {
    return { part: 'op', message: `must be one of ${MEMBERSHIP.join(', ')} for this field` };
  }
  const isPresence = kind === 'social' && typeof value === 'boolean';
  if (isPresence && (op === 'eq' || op === 'neq')) {
    return { op, values: [], presence: value === (op === 'eq') };
  }
  const { wanted, read } = READERS[kind];
  if (op !== 'in' && op !== 'nin') {
    const one = read(value);
    return one === undefined
      ? { part: 'value', message: `must be ${wanted}` }
      : { op, values: [one] };
  }
  const given = Array.isArray(value) ? value : [];
  // `true` and `false` ask for presence only as a single value, not in a list.
  const each = kind === 'social' ? aText.wanted : wanted;
  const values = given.map(read).filter((one) => one !== undefined);
  const isWhole = values.length > 0 && values.length === given.length;
  return isWhole && values.length <= MAX_CONDITION_VALUES
    ? { op, values }
    : {
        part: 'value',
        message: `must be an array of 1 to ${MAX_CONDITION_VALUES} values, each ${each}`,
      };
}

/** As the database reads it: `YYYY-MM-DD hh:mm:ss.sss`. */
function instantOf(text: string): string | undefined {
  const time = parseDateTime(DATE.test(text) ? `${text}T00:00:00Z` : text);
  if (time === undefined) return undefined;
  // Clamped to what the column can hold: no stored instant lies outside.
  const held = Math.min(Math.max(time, Date.UTC(1900, 0, 1)), Date.UTC(2299, 11, 31));
  return new Date(held).toISOString().replace('T', ' ').slice(0, 23);
}
