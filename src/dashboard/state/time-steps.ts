// In which steps time is drawn: hours of a day or two, weeks of more than half a year, days of all else. All are UTC.
import { DAY_MS, eachDay, msOf, toDay } from './date-range.js';
import type { Scope } from './scope.js';

export type TimeStep = 'hour' | 'day' | 'week';

type Days = Scope['days'];

const MOST_DAYS_OF_HOURS = 2;
/** Half a year: more bars than that cannot be told apart. */
const MOST_DAYS_OF_DAYS = 184;
const HOUR_MS = 3_600_000;

export const countDays = ({ date_from, date_to }: Days): number =>
  Math.round((msOf(date_to) - msOf(date_from)) / DAY_MS) + 1;

export function stepOf(days: Days): TimeStep {
  const count = countDays(days);
  return count <= MOST_DAYS_OF_HOURS ? 'hour' : count <= MOST_DAYS_OF_DAYS ? 'day' : 'week';
}

/** Where the API answers days alone. */
export const stepOfDays = (days: Days): TimeStep => {
  const step = stepOf(days);
  return step === 'hour' ? 'day' : step;
};

/** As long, and up to the day before. */
export const daysBefore = (days: Days): Days => {
  const lengthMs = countDays(days) * DAY_MS;
  return {
    date_from: toDay(msOf(days.date_from) - lengthMs),
    date_to: toDay(msOf(days.date_to) - lengthMs),
  };
};

const isoHour = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

/** Its Monday. */
const weekOf = (day: string): string => {
  const ms = msOf(day);
  return toDay(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS);
};

/** The step that a day or an hour of an answer falls into, as `eachStep` has it. */
export const stepAt = (step: TimeStep, time: string): string =>
  step === 'week' ? weekOf(time) : time;

/** Every step of these days, and none that is still to come. */
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

/** Heads the steps in a table. */
export const STEP_HEADS = { hour: 'Hour', day: 'Day', week: 'Week from' } as const;
/** `Events an hour` */
export const PER_STEP = { hour: 'an hour (UTC)', day: 'a day', week: 'a week' } as const;
