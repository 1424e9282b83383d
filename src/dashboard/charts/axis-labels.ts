// Writes the labels of an axis: days in short, with the year if they span more than one; names cut to a length.
import { formatDay, formatLongDay } from '../format/times.js';

export interface AxisLabels {
  /** For tables and tooltips. */
  readonly full: readonly string[];
  /** For the axis, where the longest label decides how many are skipped. */
  readonly short: readonly string[];
  readonly areTimes: boolean;
}

/** A day, or a time as ClickHouse writes it. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:?\d{0,2})[\d:.]*Z?)?$/;
const MIDNIGHT = '00:00';
/** In a span of this length a day such as 1 Jan may occur twice, so that labels need the year. */
const YEAR_MS = 365 * 86_400_000;
const MOST_SIGNS = 16;
/** In a legend, and in other places with more room than an axis. */
export const MOST_OF_LEGEND = 24;

/** Cuts long names, so that they leave room for the chart. */
export const shortLabel = (name: string, most = MOST_SIGNS): string => {
  const signs = [...name];
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : name;
};

export function axisLabels(labels: readonly string[]): AxisLabels {
  const times = labels.flatMap((label) => {
    const [, day = '', time = MIDNIGHT] = TIME.exec(label) ?? [];
    const ms = Date.parse(day);
    return Number.isNaN(ms) ? [] : [{ day, time, ms }];
  });
  // If one label is not a time, all of them are shown as names.
  if (times.length < labels.length || labels.length === 0) {
    return { full: labels, short: labels.map((label) => shortLabel(label)), areTimes: false };
  }
  const all = times.map(({ ms }) => ms).sort((a, b) => a - b);
  const isLong = (all.at(-1) ?? 0) - (all[0] ?? 0) >= YEAR_MS;
  const hasSeconds = times.some(({ time }) => Number(time.slice(6)) > 0);
  const clocks = times.map(({ time }) => time.slice(0, hasSeconds ? 8 : 5));
  // A single label at midnight may be the first hour of today: its time is shown, unless it is a plain day.
  const hasTimes =
    clocks.some((clock) => clock !== MIDNIGHT) ||
    (labels.length === 1 && labels[0] !== times[0]?.day);
  const full = times.map(({ day }, at) => {
    const text = isLong ? formatLongDay(day) : formatDay(day);
    return hasTimes ? `${text} ${clocks[at]}` : text;
  });
  // Within a single day, the hours are enough.
  const isOneDay = hasTimes && all[0] === all.at(-1);
  const short = isOneDay ? clocks : full;
  return { full, short, areTimes: true };
}
