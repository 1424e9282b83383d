// Reads Retry-After in both of its forms (RFC 9110, section 10.2.3).

/**
 * @param value the header: seconds, or one of the three HTTP dates
 * @param nowMs milliseconds since 1970; the answer's own `Date` where it has one, since the two
 * clocks differ
 * @returns milliseconds to wait, 0 for a date that is past; undefined for no header or a malformed
 * one
 */
export const parseRetryAfter = (
  value: string | null | undefined,
  nowMs: number,
): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // Date.parse takes almost anything for a date ("-1", "soon 5"): all three forms begin with a weekday.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  // The asctime form names no zone and means UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};
