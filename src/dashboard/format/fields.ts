// Names of filters and of their values: the user reads "Country is Germany" where the API is sent DE.
import { EVENT_TYPES } from '../../protocol/event-types.js';
import {
  BETWEEN,
  type Filter,
  type FilterField,
  isValueless,
  OPERATORS,
  valuesIn,
} from '../state/place.js';
import { language } from './language.js';
import type { Named } from './named.js';
import { countryName, eventName } from './names.js';
import { ownOf } from './own-of.js';

export const FIELD_NAMES: Readonly<Record<FilterField, string>> = {
  page: 'Page',
  referrer: 'Referrer',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_content: 'Campaign content',
  utm_term: 'Campaign term',
  ref: 'Referral code',
  origin: 'Site',
  location: 'Country',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  event: 'Event',
  type: 'Event type',
  revenue: 'Revenue',
  volume: 'Volume',
  points: 'Points',
};

/** The name of a column. A property of an event keeps its own name. */
export const fieldName = (field: string): string => ownOf<string>(FIELD_NAMES, field) ?? field;

/** The API's name for the group that sums up all groups beyond the largest. */
export const OTHERS = 'Others';
/** For sorting, as 1 or 0: the group `Others` comes last. */
/** How answers name an empty value: a filter by such a name finds nothing, the filter for it is `isEmpty`. */
export const EMPTY_NAMES: readonly string[] = ['Direct', 'Unknown'];
export const isLast = (group: string): number => Number(group === OTHERS);

/** The name of a column that an answer is grouped by. */
export const dimensionName = (column: string): string =>
  column === 'channel_type'
    ? 'Channel'
    : column === 'builder_codes'
      ? 'Builder code'
      : fieldName(column);

function valueName(field: string, value: string): string {
  if (field === 'location') return countryName(value);
  if (field === 'type') return eventName(value);
  return field === 'event' ? eventName('track', value) : value;
}

/**
 * The API calls the group without a value `Direct`, also for campaigns. Only for these columns that is true: without
 * a referrer a visit came directly, but without a campaign there was none.
 */
const OF_ARRIVALS: readonly string[] = ['referrer', 'channel', 'channel_type'];

/** The name of a group in an answer. @param value as the API gives it */
export const groupName = (column: string, value: string): string =>
  value === 'Direct' && !OF_ARRIVALS.includes(column) ? 'None' : valueName(column, value);

export interface Comparison {
  readonly name: string;
  readonly op: Filter['op'];
  readonly value: string;
  /** Gives the name of a value. Default: the value itself. */
  readonly nameValue?: (value: string) => string;
  /** The words for the operator. Default: those of `OPERATORS`. */
  readonly how?: string;
}

/** Describes a comparison: `Device is one of mobile, tablet`. */
export function comparisonWords(comparison: Comparison): string {
  const { name, op, value, nameValue = (one) => one, how = OPERATORS[op] } = comparison;
  return isValueless(op)
    ? `${name} ${how}`
    : `${name} ${how} ${valuesIn(op, value).map(nameValue).join(', ')}`;
}

/** Describes a filter on a field or on a property of an event: `Country is Germany`. */
export const filterWords = ({ field, op, value }: Omit<Filter, 'field'> & { field: string }) =>
  comparisonWords({
    ...{ name: fieldName(field), op, value },
    nameValue: (one) => valueName(field, one),
  });

/** All values that a field can have, with their names; undefined unless that is a short list. */
export function valuesOf(field: FilterField): readonly Named[] | undefined {
  if (field === 'location') return countries();
  if (field === 'type') return EVENT_TYPES.map((value) => ({ value, name: eventName(value) }));
  return undefined;
}

/**
 * Turns typed text into the value for the API. Values of a short list may be typed as names, in any letter case.
 *
 * @returns undefined for a text that the short list does not contain
 */
export function readValue(field: FilterField, op: Filter['op'], text: string): string | undefined {
  const named = valuesOf(field);
  const parts = valuesIn(op, text).map((part) => part.trim());
  if (named === undefined) return parts.join(BETWEEN);
  const values = parts.map((part) => {
    const wanted = part.toLowerCase();
    return named.find(
      ({ value, name }) => value.toLowerCase() === wanted || name.toLowerCase() === wanted,
    )?.value;
  });
  return values.includes(undefined) ? undefined : values.join(BETWEEN);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let known: readonly Named[] | undefined;

/**
 * All countries that the browser has a name for. Withdrawn codes, such as DD, are left out: browsers name them after
 * the country that followed, which would be listed twice.
 */
function countries(): readonly Named[] {
  known ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map((value) => ({ value, name: countryName(value) }))
    .filter(({ value, name }) => name !== value && !NO_COUNTRIES.includes(value))
    .sort((a, b) => a.name.localeCompare(b.name, language()));
  return known;
}

/** Codes that have a name but are not countries: unions, private and test codes, and "unknown region". */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
