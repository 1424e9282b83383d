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

const nameOf = (field: FilterField, value: string): string =>
  field === 'location' ? countryName(value) : field === 'type' ? eventName(value) : value;

/** `Country is Germany` */
export function filterWords({ field, op, value }: Filter): string {
  if (isValueless(op)) return `${FIELD_NAMES[field]} ${OPERATORS[op]}`;
  const words = valuesIn(op, value)
    .map((one) => nameOf(field, one))
    .join(', ');
  return `${FIELD_NAMES[field]} ${OPERATORS[op]} ${words}`;
}

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
  if (named === undefined) return text.trim();
  const values = valuesIn(op, text).map((part) => {
    const wanted = part.trim().toLowerCase();
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
