// Ranges of days: relative ones such as "last 7 days", and fixed ones. Days are in UTC, as in the API.
import { FIRST_DAY, LAST_DAY } from '../../protocol/limits.js';

/** A number is that many days up to and including today. */
export const PRESETS = [1, 'yesterday', 7, 30, 90, 365] as const;
export type Preset = (typeof PRESETS)[number];

export type DateRange =
  | { readonly last: Preset }
  /** First and last day, both counted, as `YYYY-MM-DD`. */
  | { readonly from: string; readonly to: string };

export const DEFAULT_RANGE: DateRange = { last: 7 };

export const DAY_MS = 86_400_000;

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** The first millisecond of a day. */
export const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Days outside the API's bounds are refused: a year typed as `26` means the year 26, and a chart from there on
 * would have a bar for each of a hundred thousand weeks.
 */
const isDay = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? msOf(text) : Number.NaN;
  return !Number.isNaN(ms) && toDay(ms) === text && text >= FIRST_DAY && text <= LAST_DAY;
};

/** Reads `30d`, `yesterday` or `2026-01-01..2026-01-31`; anything else gives the default range. */
export function parseRange(text: string): DateRange {
  if (text === 'yesterday') return { last: text };
  const days = Number(/^(\d+)d$/.exec(text)?.[1]);
  const last = PRESETS.find((preset) => preset === days);
  if (last !== undefined) return { last };
  const [from = '', to = ''] = text.split('..');
  return isDay(from) && isDay(to) && from <= to ? { from, to } : DEFAULT_RANGE;
}

/** The opposite of `parseRange`. Empty for the default range. */
export function formatRange(range: DateRange): string {
  if ('from' in range) return `${range.from}..${range.to}`;
  if (range.last === 'yesterday') return range.last;
  return 'last' in DEFAULT_RANGE && range.last === DEFAULT_RANGE.last ? '' : `${range.last}d`;
}

/** The first and last day of a range, as the API takes them. */
export function daysOf(range: DateRange, nowMs: number): { date_from: string; date_to: string } {
  if ('from' in range) return { date_from: range.from, date_to: range.to };
  if (range.last === 'yesterday') {
    const day = toDay(nowMs - DAY_MS);
    return { date_from: day, date_to: day };
  }
  return { date_from: toDay(nowMs - (range.last - 1) * DAY_MS), date_to: toDay(nowMs) };
}

/** Every day from the first to the last, both included. */
export function eachDay({ date_from, date_to }: { date_from: string; date_to: string }): string[] {
  const days: string[] = [];
  const end = msOf(date_to);
  for (let ms = msOf(date_from); ms <= end; ms += DAY_MS) days.push(toDay(ms));
  return days;
}

const PRESET_NAMES: Readonly<Record<Preset, string>> = {
  1: 'Today',
  yesterday: 'Yesterday',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 12 months',
};

/** A range of a single day names it only once. */
export const describeDays = (from: string, to: string): string =>
  from === to ? from : `${from} to ${to}`;

export const describeRange = (range: DateRange): string =>
  'from' in range ? describeDays(range.from, range.to) : PRESET_NAMES[range.last];
