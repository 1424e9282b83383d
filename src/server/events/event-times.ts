// When an event happened, whatever the sender's clock says (decision N-61).
import { parseDateTime } from '../../protocol/formats.js';

/** Milliseconds since 1970. */
export interface EventTimes {
  /** Corrected for a wrong clock of the sender by means of `sent_at`. */
  readonly timestamp: number;
  readonly original: number;
  readonly sent: number;
}

interface SentTimes {
  readonly original_timestamp?: string | null | undefined;
  readonly sent_at?: string | null | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An event may happen this much after it was received before its clock counts as wrong. */
const MAX_AHEAD_MS = HOUR_MS;
/**
 * Older events get the time of their arrival: the table has a partition for each month of
 * `original_timestamp`, and the database refuses an insert into more than a hundred partitions. Seven years
 * and a month make 85.
 */
export const MAX_EVENT_AGE_MS = 7 * 365 * DAY_MS;
const MAX_FUTURE_MS = 31 * DAY_MS;

const parse = (text: string | null | undefined): number | undefined =>
  text === null || text === undefined ? undefined : parseDateTime(text);

export function eventTimes(event: SentTimes, receivedAt: number): EventTimes {
  const original = parse(event.original_timestamp);
  const sent = parse(event.sent_at);
  const storable = (time: number) =>
    time >= receivedAt - MAX_EVENT_AGE_MS && time <= receivedAt + MAX_FUTURE_MS ? time : receivedAt;

  const corrected =
    original !== undefined && sent !== undefined
      ? receivedAt - (sent - original)
      : (original ?? receivedAt);
  return {
    timestamp: corrected > receivedAt + MAX_AHEAD_MS ? receivedAt : storable(corrected),
    original: storable(original ?? receivedAt),
    sent: storable(sent ?? receivedAt),
  };
}

/** `YYYY-MM-DD hh:mm:ss.sss` in UTC, as the database reads it without guessing. */
export const databaseTime = (time: number): string => {
  const iso = new Date(time).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
};

const MINUTE_MS = 60_000;

/**
 * Writes times as `databaseTime` does. Most times of a batch fall into the same minute, whose text is kept:
 * formatting every date took a tenth of the time that an event takes.
 */
export function createTimeWriter(): (time: number) => string {
  let begunAt = Number.NaN;
  let beginning = '';
  return (time) => {
    const whole = Math.trunc(time);
    // Negated so that it is also true at first, when `begunAt` is NaN.
    if (!(whole >= begunAt && whole < begunAt + MINUTE_MS)) {
      begunAt = Math.floor(whole / MINUTE_MS) * MINUTE_MS;
      beginning = databaseTime(begunAt).slice(0, 'YYYY-MM-DD hh:mm:'.length);
    }
    const digits = String(100_000 + whole - begunAt);
    return `${beginning}${digits.slice(1, 3)}.${digits.slice(3)}`;
  };
}
