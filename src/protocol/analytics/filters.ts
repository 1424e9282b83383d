// The conditions that analytics questions and funnel steps take.
import {
  array,
  boolean,
  type Infer,
  number,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '../schema.js';
import { UTM_COLUMNS } from './dimensions.js';

/** What a condition may compare with (API document, Step filter condition). */
export const FILTER_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gte',
  'lte',
  'in',
  'nin',
  'startsWith',
  'endsWith',
  'contains',
  'notEmpty',
  'isEmpty',
] as const;

/** Columns that tell where a session came from and on what it ran. */
export const SESSION_FIELDS = [
  'device',
  'browser',
  'os',
  'location',
  'referrer',
  'ref',
  'origin',
  ...UTM_COLUMNS,
] as const;

/** Properties of events that are numbers. */
export const NUMERIC_FIELDS = ['volume', 'revenue', 'points'] as const;

/** What the `filters` of analytics questions may name. */
export const FILTER_FIELDS = [
  'page',
  ...SESSION_FIELDS,
  'event',
  'type',
  ...NUMERIC_FIELDS,
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];
export type SessionField = (typeof SESSION_FIELDS)[number];

/** What a condition compares with; `null` is the same as none. */
export type FilterValue = string | number | boolean | readonly (string | number)[] | null;

const MAX_VALUES = 1_000;
/** Most conditions of a question, or of a step. */
export const MAX_CONDITIONS = 50;

/** Each type is a choice of its own, since generators of code know of a list of types only the first. */
const value: Schema<FilterValue> = {
  anyOf: [
    string(),
    number(),
    boolean(),
    { type: 'null' },
    array({ anyOf: [string(), number()] }, { minItems: 1, maxItems: MAX_VALUES }),
  ],
  description:
    'Omit for `notEmpty` and `isEmpty`. `in` and `nin` take a list, or texts with `|` between them.',
};

/** One comparison: of a column or of a property of the event. */
export const conditionSchema = object(
  {
    field: string({ minLength: 1, maxLength: 255, description: 'Column or property.' }),
    op: oneOf(FILTER_OPERATORS),
    value: optional(value),
  },
  { title: 'FilterCondition', additionalProperties: false },
);

/** Conditions that must all hold. */
export const conditionsSchema = array(conditionSchema, { maxItems: MAX_CONDITIONS });

/** The `filters` of an analytics question, once its JSON is read. */
export const analyticsFiltersSchema = array(
  object(
    {
      field: oneOf(FILTER_FIELDS),
      op: oneOf(FILTER_OPERATORS),
      value: optional(value),
      filters: optional(conditionsSchema),
    },
    { title: 'AnalyticsFilter', additionalProperties: false },
  ),
  { maxItems: MAX_CONDITIONS },
);

/** The query parameter `filters`: JSON text of `analyticsFiltersSchema`. */
export const filtersParameter = {
  filters: optional(
    string({
      description:
        'JSON array of conditions that must all hold: `[{"field":"device","op":"eq","value":"mobile"}]`. ' +
        `Fields: ${FILTER_FIELDS.join(', ')}. Operators: ${FILTER_OPERATORS.join(', ')}. ` +
        'A condition on `event` may carry `filters` of its own, on properties of the event.',
    }),
  ),
};

export type FilterCondition = Infer<typeof conditionSchema>;
export type AnalyticsFilter = Infer<typeof analyticsFiltersSchema>[number];
