// How the labels of an axis are written: days short, with their year where they span more than one, names within bounds.
import { formatDay, formatLongDay } from '../format/times.js';

export interface AxisLabels {
  /** For tables and tooltips. */
  readonly full: readonly string[];
  /** For the axis: of labels side by side the longest decides how many are left out. */
  readonly short: readonly string[];
  readonly areTimes: boolean;
}

/** A day, or an instant of the engine's. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:?\d{0,2})[\d:.]*Z?)?$/;
const MIDNIGHT = '00:00';
/** From here on the same day comes twice, as the first of a month. */
const YEAR_MS = 365 * 86_400_000;
const MOST_SIGNS = 16;
/** Beside a chart or below it, names have more room. */
export const MOST_OF_LEGEND = 24;

/** Names of any length, so that what stands beside them keeps its room. */
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
  // One label that is no time makes names of all of them.
  if (times.length < labels.length || labels.length === 0) {
    return { full: labels, short: labels.map((label) => shortLabel(label)), areTimes: false };
  }
  const all = times.map(({ ms }) => ms).sort((a, b) => a - b);
  const isLong = (all.at(-1) ?? 0) - (all[0] ?? 0) >= YEAR_MS;
  const hasSeconds = times.some(({ time }) => Number(time.slice(6)) > 0);
  const clocks = times.map(({ time }) => time.slice(0, hasSeconds ? 8 : 5));
  // Of one label alone, midnight may as well be the first hour of a day that has just begun.
  const hasTimes =
    clocks.some((clock) => clock !== MIDNIGHT) ||
    (labels.length === 1 && labels[0] !== times[0]?.day);
  const full = times.map(({ day }, at) => {
    const text = isLong ? formatLongDay(day) : formatDay(day);
    return hasTimes ? `${text} ${clocks[at]}` : text;
  });
  // Of one day, its hours say all.
  const isOneDay = hasTimes && all[0] === all.at(-1);
  const short = isOneDay ? clocks : full;
  return { full, short, areTimes: true };
}
