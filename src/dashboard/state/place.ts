// What the dashboard shows ("place"), as a value, and as the fragment of the page's address behind `#`.
// Browsers never send a fragment, so the wallets that are looked at appear in no access log.
import type { AnalyticsFilter, FILTER_FIELDS } from '../../protocol/analytics/filters.js';
import { type DateRange, formatRange, parseRange } from './date-range.js';

export const VIEWS = ['overview', 'live', 'wallets', 'boards', 'alerts', 'settings'] as const;
export type View = (typeof VIEWS)[number];

export type FilterField = (typeof FILTER_FIELDS)[number];

/** A condition on what is counted. */
export interface Filter {
  readonly field: FilterField;
  readonly op: AnalyticsFilter['op'];
  /** Empty for operators that compare with nothing. */
  readonly value: string;
}

export interface Place {
  readonly view: View;
  /** The wallet, board or alert that is looked at, if one is; of `live`, the visitor. */
  readonly id: string | undefined;
  readonly range: DateRange;
  readonly filters: readonly Filter[];
  /** Settings of a single view, such as the order of a list; and the project, which all views share. */
  readonly options: Readonly<Record<string, string>>;
}

/** The fields that can be filtered by, in the order in which they are offered. */
export const FIELDS = [
  'page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'ref',
  'origin',
  'location',
  'device',
  'browser',
  'os',
  'event',
  'type',
  'revenue',
  'volume',
  'points',
] as const satisfies readonly FilterField[];

/** The operators, with how they read in a sentence. */
export const OPERATORS = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  startsWith: 'begins with',
  endsWith: 'ends with',
  in: 'is one of',
  nin: 'is none of',
  notEmpty: 'is set',
  isEmpty: 'is not set',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
} as const satisfies Record<AnalyticsFilter['op'], string>;

const NUMBERS: readonly FilterField[] = ['revenue', 'volume', 'points'];
/** Whether the field is compared as a number. */
export const isNumeric = (field: FilterField): boolean => NUMBERS.includes(field);

/**
 * What figures and lists count under filters. Filters on the source or device of sessions select whole visits.
 * Filters on pages or events count the matching events only, and nothing else that those visitors did.
 */
export type Counted = 'visits' | 'pages' | 'events';

const OF_EVENTS: readonly string[] = ['event', 'type', ...NUMBERS];

export const countedBy = (filters: readonly { readonly field: string }[]): Counted =>
  filters.some(({ field }) => OF_EVENTS.includes(field))
    ? 'events'
    : filters.some(({ field }) => field === 'page')
      ? 'pages'
      : 'visits';

/** Operators for text fields only: an amount is never unknown, and "begins with" makes no sense for it. */
const OF_TEXTS: readonly Filter['op'][] = [
  'contains',
  'startsWith',
  'endsWith',
  'notEmpty',
  'isEmpty',
];
/**
 * Not offered for countries and event types: these are compared by their codes, such as DE, of which a part
 * means nothing to users, who see the names.
 */
const OF_PARTS: readonly Filter['op'][] = ['contains', 'startsWith', 'endsWith'];
const OF_NUMBERS: readonly Filter['op'][] = ['gt', 'gte', 'lt', 'lte'];
/** Whether the operator asks which of two values is greater. */
export const isOrdering = (op: Filter['op']): boolean => OF_NUMBERS.includes(op);
const isNamed = (field: FilterField): boolean => field === 'location' || field === 'type';

/** The operators that are offered for a field: those that the API accepts, and that make sense for it. */
export const operatorsOf = (field: FilterField): readonly Filter['op'][] =>
  (Object.keys(OPERATORS) as Filter['op'][]).filter((op) =>
    isNumeric(field)
      ? !OF_TEXTS.includes(op)
      : !isNamed(field) || !(OF_PARTS.includes(op) || OF_NUMBERS.includes(op)),
  );

/** Separates the values of an operator that takes several. */
export const BETWEEN = '|';
export const isList = (op: Filter['op']): boolean => op === 'in' || op === 'nin';
/** The single values in the text of a filter. */
export const valuesIn = (op: Filter['op'], text: string): readonly string[] =>
  isList(op) ? text.split(BETWEEN) : [text];

/** The opposite of `valuesIn`: the value of an API filter, of whatever type, as the text of a form. */
export const textOfValue = (value: AnalyticsFilter['value']): string =>
  Array.isArray(value) ? value.join(BETWEEN) : String(value ?? '');

/** Whether the operator takes no value. */
export const isValueless = (op: Filter['op']): boolean => op === 'notEmpty' || op === 'isEmpty';

const isField = (text: string): text is FilterField => (FIELDS as readonly string[]).includes(text);
const isOperator = (text: string): text is Filter['op'] => Object.hasOwn(OPERATORS, text);
const isView = (text: string): text is View => (VIEWS as readonly string[]).includes(text);

/** Reads `referrer:eq:x.com`. The value may contain colons. */
function parseFilter(text: string): Filter | undefined {
  const [, field = '', op = '', value = ''] = /^(\w+):(\w+):([\s\S]*)$/.exec(text) ?? [];
  if (!isField(field) || !isOperator(op)) return undefined;
  return isValueless(op)
    ? { field, op, value: '' }
    : value === ''
      ? undefined
      : { field, op, value };
}

/** Leaves out what it does not understand, so that an outdated or mistyped address still shows something. */
export function parsePlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const [view = '', id = ''] = path.split('/');
  const parameters = new URLSearchParams(search);
  const options = [...parameters].filter(([name]) => name !== 'range' && name !== 'filter');
  return {
    view: isView(view) ? view : 'overview',
    id: isView(view) && id !== '' ? decode(id) : undefined,
    range: parseRange(parameters.get('range') ?? ''),
    filters: parameters.getAll('filter').flatMap((text) => parseFilter(text) ?? []),
    options: Object.fromEntries(options),
  };
}

/** The fragment for a place. Defaults are left out, to keep it short. */
export function formatPlace({ view, id, range, filters, options }: Place): string {
  const rangeText = formatRange(range);
  const parameters = new URLSearchParams([
    ...(rangeText === '' ? [] : [['range', rangeText]]),
    ...filters.map(({ field, op, value }) => ['filter', `${field}:${op}:${value}`]),
    ...Object.entries(options),
  ]);
  const search = parameters.toString();
  const path = id === undefined ? view : `${view}/${encodeURIComponent(id)}`;
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Id of the project that is looked at; empty for all projects. */
export const projectOf = ({ options }: Pick<Place, 'options'>): string => options.project ?? '';

/** Adds the project to the options, unless they name a project already. */
export const withProject = (options: Place['options'], project: string): Place['options'] =>
  project === '' ? options : { project, ...options };

/** The filters as the analytics operations take them. */
export const toAnalyticsFilters = (filters: readonly Filter[]): readonly AnalyticsFilter[] =>
  filters.map(({ field, op, value }) => (isValueless(op) ? { field, op } : { field, op, value }));
