// Formats times: relative to now, or as dates and clock times.
import { language } from './language.js';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const JUST_NOW_SECONDS = 10;

export function formatRelative(ms: number, nowMs: number): string {
  const seconds = Math.round((ms - nowMs) / 1_000);
  const size = Math.abs(seconds);
  if (size < JUST_NOW_SECONDS) return 'just now';
  const relative = new Intl.RelativeTimeFormat(language(), { style: 'short' });
  const [unit, length] = UNITS.find(([, least]) => size >= least) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / length), unit);
}

export const formatAbsolute = (ms: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);

/** A date with its time: `Mar 14, 2026, 2:15 PM`. */
export const formatMoment = (ms: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

/** A clock time: `2:15:09 PM`. */
export const formatClock = (ms: number): string =>
  new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }).format(ms);

/** A UTC day without its year: `14 Mar`. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(language(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`));

export const formatLongDay = (day: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day.slice(0, 10)}T00:00:00Z`),
  );
