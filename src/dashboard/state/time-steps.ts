// The steps of charts over time: hours for one or two days, weeks beyond half a year, else days. All are in UTC.
import { DAY_MS, eachDay, msOf, toDay } from './date-range.js';
import type { Scope } from './scope.js';

export type TimeStep = 'hour' | 'day' | 'week';

type Days = Scope['days'];

const MOST_DAYS_OF_HOURS = 2;
/** Half a year: more bars than that are too thin to tell apart. */
const MOST_DAYS_OF_DAYS = 184;
const HOUR_MS = 3_600_000;

export const countDays = ({ date_from, date_to }: Days): number =>
  Math.round((msOf(date_to) - msOf(date_from)) / DAY_MS) + 1;

export function stepOf(days: Days): TimeStep {
  const count = countDays(days);
  return count <= MOST_DAYS_OF_HOURS ? 'hour' : count <= MOST_DAYS_OF_DAYS ? 'day' : 'week';
}

/** The step for data that the API answers by day, and not by hour. */
export const stepOfDays = (days: Days): TimeStep => {
  const step = stepOf(days);
  return step === 'hour' ? 'day' : step;
};

/** The period of the same length that ends on the day before these days. */
export const daysBefore = (days: Days): Days => {
  const lengthMs = countDays(days) * DAY_MS;
  return {
    date_from: toDay(msOf(days.date_from) - lengthMs),
    date_to: toDay(msOf(days.date_to) - lengthMs),
  };
};

const isoHour = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

/** The Monday of a day's week. */
const weekOf = (day: string): string => {
  const ms = msOf(day);
  return toDay(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS);
};

/** The label, as in `eachStep`, of the step that a day or an hour of an answer belongs to. */
export const stepAt = (step: TimeStep, time: string): string =>
  step === 'week' ? weekOf(time) : time;

/** The labels of all steps in these days. Steps in the future are left out, unless all of them are. */
export function eachStep(step: TimeStep, days: Days, nowMs = Date.now()): readonly string[] {
  const first = msOf(days.date_from);
  const all =
    step === 'hour'
      ? Array.from({ length: countDays(days) * 24 }, (_, hour) => first + hour * HOUR_MS)
      : eachDay(days).map(msOf);
  const past = all.filter((ms) => ms <= nowMs);
  const nameOf = step === 'hour' ? isoHour : (ms: number) => stepAt(step, toDay(ms));
  return [...new Set((past.length > 0 ? past : all).map(nameOf))];
}

/** Heading of the column of steps in a table. */
export const STEP_HEADS = { hour: 'Hour', day: 'Day', week: 'Week from' } as const;
/** Ends a title such as `Events per hour (UTC)`. */
export const PER_STEP = { hour: 'per hour (UTC)', day: 'per day', week: 'per week' } as const;
