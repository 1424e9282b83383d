// Time zones that a query names. The engine takes whatever it can load for one, such as `file:/proc/self/fd/2`,
// `Europe/./Berlin` or `Fixed/UTC+01:02:03`, and keeps 4.6 MB for each that it ever loaded, whatever its limits.
import { names } from './functions.js';
import { type Grammar, isLone, loneText, quoteText } from './grammar.js';
import type { Token } from './tokenize.js';

const from = (place: number, functions: string) =>
  names(functions).map((name) => [name, place] as const);

/** Functions by the place, from 0, of the first argument that may be a time zone. */
const ZONED: ReadonlyMap<string, number> = new Map([
  ...from(0, 'now'),
  ...from(
    1,
    `
    toString toDate toDate32 toDateTime toDateTimeOrZero toDateTimeOrNull parseDateTimeBestEffort
    parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero now64 toYear toQuarter toMonth toISOWeek
    toISOYear toDayOfYear toDayOfMonth toHour toMinute toSecond toMillisecond toUnixTimestamp
    fromUnixTimestamp64Milli toStartOfYear toStartOfQuarter toStartOfMonth toMonday toStartOfDay toStartOfHour
    toStartOfMinute toStartOfSecond toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes
    toLastDayOfMonth toTimeZone toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toRelativeDayNum toRelativeWeekNum
    toRelativeMonthNum toRelativeHourNum timeSlot`,
  ),
  ...from(
    2,
    `
    toDateTime64 toDateTime64OrZero toDateTime64OrNull parseDateTime parseDateTimeOrNull parseDateTimeOrZero
    parseDateTime64BestEffort parseDateTime64BestEffortOrNull toWeek toDayOfWeek fromUnixTimestamp
    toStartOfWeek toStartOfInterval toYearWeek dateTrunc addYears addQuarters addMonths addWeeks addDays
    addHours addMinutes addSeconds subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays
    subtractHours subtractMinutes subtractSeconds formatDateTime dateName`,
  ),
  ...from(3, 'dateDiff age'),
  ...from(6, 'makeDateTime'),
]);

/** Whether that argument of the function may be a time zone, its first being 0. */
export const mayBeZone = (name: string, place: number): boolean =>
  place >= (ZONED.get(name) ?? Number.POSITIVE_INFINITY);

/** The canonical name of a time zone; `undefined` for anything else, such as an offset. */
const canonical = (name: string): string | undefined => {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** @param token that has the text, to point at */
export function zoneText(
  { tokens, zones }: Pick<Grammar, 'tokens' | 'zones'>,
  text: string,
  token: Token,
): string {
  const zone = canonical(text);
  if (zone === undefined) return tokens.fail('there is no such time zone', token);
  const refusal = zones.refusal(zone);
  return refusal === undefined ? quoteText(zone) : tokens.fail(refusal, token);
}

/** A time zone as a text, or as a name that WITH gave to a text. A number or a date passes: it cannot be a zone. */
export function zoneArgument(grammar: Grammar): string {
  const { tokens } = grammar;
  const token = tokens.peek();
  const text = loneText(grammar);
  if (text !== undefined) return zoneText(grammar, text, tokens.take());
  const isNumber = token.kind === 'number' && isLone(grammar);
  const sql = grammar.expression();
  if (isNumber || sql.startsWith('toDate')) return sql;
  return tokens.fail("a time zone is expected here, such as 'Europe/Berlin'", token);
}
