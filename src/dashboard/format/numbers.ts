// Numbers as people of the browser's language write them.

const language = () => navigator.language;

const formatter = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined;
  return (value: number): string => {
    format ??= new Intl.NumberFormat(language(), options);
    return format.format(value);
  };
};

const whole = formatter({ maximumFractionDigits: 0 });
const precise = formatter({ maximumFractionDigits: 2 });
const compact = formatter({ notation: 'compact', maximumFractionDigits: 1 });
const scientific = formatter({ notation: 'scientific', maximumFractionDigits: 2 });
const share = formatter({ style: 'percent', maximumFractionDigits: 1 });
const change = formatter({
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** Beyond this, digits are noise at the size of a headline. */
const COMPACT_FROM = 100_000;
/** Words for numbers end at trillions. An amount in wei is larger, and would push all else off the page. */
const SCIENTIFIC_FROM = 1e15;
/** A larger change says that the period before had next to nothing. */
const MOST_CHANGE = 1_000;

const isBeyondWords = (value: number): boolean => Math.abs(value) >= SCIENTIFIC_FROM;

export const formatCount = (value: number): string => whole(value);
/** Revenue and volume carry no currency on the wire. */
export const formatAmount = (value: number): string =>
  isBeyondWords(value) ? scientific(value) : precise(value);
export const formatShare = (value: number): string => share(value);
export const formatHeadline = (value: number): string =>
  Math.abs(value) >= COMPACT_FROM ? formatTick(value) : precise(value);
export const formatTick = (value: number): string =>
  isBeyondWords(value) ? scientific(value) : compact(value);

/** `+12%` beside the period before; undefined where that had nothing to compare with. */
export function formatChange(now: number, before: number): string | undefined {
  // Refunds make a sum negative: more than that is still more.
  const share = (now - before) / Math.abs(before);
  return Math.abs(share) <= MOST_CHANGE ? change(share) : undefined;
}

/** `2m 5s` */
export function formatDuration(seconds: number): string {
  const all = Math.round(seconds);
  const minutes = Math.floor(all / 60);
  if (minutes < 1) return `${all}s`;
  if (minutes < 60) return `${minutes}m ${all % 60}s`;
  return `${whole(Math.floor(minutes / 60))}h ${minutes % 60}m`;
}
