// The range of UTC days that an analytics question covers.
import { ANALYTICS_DEFAULT_DAYS, FIRST_DAY, LAST_DAY } from '../../protocol/limits.js';
import { DomainError } from '../errors/domain-error.js';

/** Both ends inclusive, `YYYY-MM-DD`. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The range as it is asked. Default: today and the seven days before. */
export interface AskedRange {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const within = (day: string): string =>
  day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;

/** The day `days` later (earlier if negative), limited to the days that the database can hold. */
export const addDays = (day: string, days: number): string =>
  within(dayOf(Date.parse(day) + days * DAY_MS));

/**
 * @param now milliseconds since 1970
 * @param place the part of the request that holds the days, for the error
 * @throws {DomainError} when the range ends before it begins
 */
export function dateRange(
  asked: AskedRange,
  now: number,
  place: 'query' | 'body' = 'query',
): DateRange {
  const to = within(asked.date_to ?? dayOf(now));
  const from = within(asked.date_from ?? addDays(to, -ANALYTICS_DEFAULT_DAYS));
  if (asked.date_from !== undefined && asked.date_from > (asked.date_to ?? to)) {
    const message = `must not be after date_to, ${asked.date_to ?? `${to} (today)`}`;
    throw new DomainError(
      'INVALID_VALIDATION_REQUEST',
      `${place}.date_from ${message}; it is ${asked.date_from}.`,
      { param: `${place}.date_from`, details: { [`${place}.date_from`]: message } },
    );
  }
  return { from, to };
}

/**
 * The range without the days after today. If it begins after today, it becomes empty: `to` is before `from`.
 */
export const withoutFuture = ({ from, to }: DateRange, now: number): DateRange => {
  const today = dayOf(now);
  return { from, to: to < today ? to : today };
};
