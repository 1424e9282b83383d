// The text formats that schemas name, checked as ajv-formats checks them.

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
/** Positions and character codes of the signs in `2026-01-31T23:59:59.999Z`. */
const CANONICAL_SIGNS = [...'____-__-__T__:__:__.___Z'].flatMap((sign, at) =>
  sign === '_' ? [] : [[at, sign.charCodeAt(0)] as const],
);
const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
// RFC 3986, with IP literals taken as any hexadecimal text in brackets.
const URI_PART = "[a-z0-9\\-._~!$&'()*+,;=:@]|%[0-9a-f]{2}";
const URI = new RegExp(
  '^[a-z][a-z0-9+\\-.]*:' +
    `(?://(?:${URI_PART}|\\[[0-9a-f:.]+\\])*(?:/(?:${URI_PART})*)*|(?:${URI_PART}|/)+)` +
    `(?:\\?(?:${URI_PART}|[/?])*)?(?:#(?:${URI_PART}|[/?])*)?$`,
  'i',
);

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTE_MS = 60_000;

const daysOf = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    ? 29
    : (DAYS_OF_MONTH[month - 1] ?? 0);

const isDay = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= daysOf(year, month);

/**
 * Milliseconds since 1970 of a day. `Date.UTC` alone would read the years 0 to 99 as 1900 to 1999.
 */
const utc = (year: number, month: number, day: number): number =>
  year > 99 ? Date.UTC(year, month - 1, day) : new Date(0).setUTCFullYear(year, month - 1, day);

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * Milliseconds since 1970 of an RFC 3339 date-time, or `undefined` when the text is none.
 * Stricter than `Date.parse`, which takes 30 February for 2 March.
 */
export function parseDateTime(text: string): number | undefined {
  return parseCanonical(text) ?? parseAnyDateTime(text);
}

/**
 * Reads the form of `Date.toISOString`, which every SDK writes, several times as fast as the
 * regular expression.
 */
function parseCanonical(text: string): number | undefined {
  if (text.length !== 24 || !CANONICAL_SIGNS.every(([at, sign]) => text.charCodeAt(at) === sign)) {
    return undefined;
  }
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute] = [digits(text, 11, 13), digits(text, 14, 16)];
  const [second, ms] = [digits(text, 17, 19), digits(text, 20, 23)];
  if (hour > 23 || minute > 59 || second > 59 || !isDay(year, month, day)) return undefined;
  const time = utc(year, month, day) + (hour * 60 + minute) * MINUTE_MS + second * 1_000 + ms;
  return Number.isNaN(time) ? undefined : time;
}

/** The number that a part of a text writes, or `NaN`. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function parseAnyDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] =
    match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const offsetHours = Number(offsetHour ?? 0);
  const offsetMinutes = Number(offsetMinute ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const direction = sign === '-' ? -1 : 1;
  const inDay = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (inDay.hour > 23 || inDay.minute > 59 || inDay.second > 59) {
    const utcMinute = inDay.minute - offsetMinutes * direction;
    const utcHour = inDay.hour - offsetHours * direction - (utcMinute < 0 ? 1 : 0);
    if (!isLeapSecond(utcHour, utcMinute, inDay.second)) return undefined;
  }
  const minutes = inDay.hour * 60 + inDay.minute - direction * (offsetHours * 60 + offsetMinutes);
  const ms = fraction === undefined ? 0 : Math.trunc(Number(fraction) * 1_000);
  return (
    utc(Number(year), Number(month), Number(day)) + minutes * MINUTE_MS + inDay.second * 1_000 + ms
  );
}

// Leap seconds are only ever the last second of a UTC day: 23:59:60.
const isLeapSecond = (hour: number, minute: number, second: number): boolean =>
  (hour === 23 || hour === -1) && (minute === 59 || minute === -1) && second < 61;

/** Each format by name. */
export const FORMATS: Readonly<
  Record<'date' | 'date-time' | 'uuid' | 'uri', (text: string) => boolean>
> = {
  date: isDate,
  'date-time': (text) => parseDateTime(text) !== undefined,
  uuid: (text) => UUID.test(text),
  uri: (text) => URI.test(text),
};

/** An example of each format for error messages. It shows that a date-time needs its time zone. */
export const FORMAT_EXAMPLES: Readonly<Record<keyof typeof FORMATS, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uuid: '018f4e6a-7c1b-7000-8000-000000000000',
  uri: 'https://app.example.org/',
};
