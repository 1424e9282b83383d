// What filters are called, and what their values are: "Country is Germany", where the API is asked for DE.
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
  os: 'System',
  event: 'Event',
  type: 'Event type',
  revenue: 'Revenue',
  volume: 'Volume',
  points: 'Points',
};

/** What a column is called; a property of an event goes by its own name. */
export const fieldName = (field: string): string => ownOf<string>(FIELD_NAMES, field) ?? field;

/** What the API calls all the groups that an answer has no room for. */
export const OTHERS = 'Others';
/** Whether a group stands below all others. */
export const isLast = (group: string): number => Number(group === OTHERS);

/** What a column is called by which an answer is grouped. */
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

/** Of these, that nothing is known says that somebody came directly; of a campaign, that there was none. */
const OF_ARRIVALS: readonly string[] = ['referrer', 'channel', 'channel_type'];

/** What a group of an answer is called. @param value as the API names it */
export const groupName = (column: string, value: string): string =>
  value === 'Direct' && !OF_ARRIVALS.includes(column) ? 'None' : valueName(column, value);

export interface Comparison {
  readonly name: string;
  readonly op: Filter['op'];
  readonly value: string;
  /** What each of its values is called. Default: as it is. */
  readonly nameValue?: (value: string) => string;
  /** How the operator reads. Default: as everywhere. */
  readonly how?: string;
}

/** `System is one of iOS, Android` */
export function comparisonWords(comparison: Comparison): string {
  const { name, op, value, nameValue = (one) => one, how = OPERATORS[op] } = comparison;
  return isValueless(op)
    ? `${name} ${how}`
    : `${name} ${how} ${valuesIn(op, value).map(nameValue).join(', ')}`;
}

/** `Country is Germany`; also of a property of an event. */
export const filterWords = ({ field, op, value }: Omit<Filter, 'field'> & { field: string }) =>
  comparisonWords({
    ...{ name: fieldName(field), op, value },
    nameValue: (one) => valueName(field, one),
  });

/** What a field can be and is called, where that is a short list; else undefined. */
export function valuesOf(field: FilterField): readonly Named[] | undefined {
  if (field === 'location') return countries();
  if (field === 'type') return EVENT_TYPES.map((value) => ({ value, name: eventName(value) }));
  return undefined;
}

/**
 * What was typed, as the API takes it: names and values of a short list, in any letter case.
 *
 * @returns undefined for a name that nothing there has
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

/** Those that have a name, once each: of old codes, engines know the names of what came after. */
function countries(): readonly Named[] {
  known ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map((value) => ({ value, name: countryName(value) }))
    .filter(({ value, name }) => name !== value && !NO_COUNTRIES.includes(value))
    .sort((a, b) => a.name.localeCompare(b.name, language()));
  return known;
}

/** Codes with a name that no visitor comes from: unions, tests, and what is unknown. */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
