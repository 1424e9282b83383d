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
const share = formatter({ style: 'percent', maximumFractionDigits: 1 });
const change = formatter({
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** Beyond this, digits are noise at the size of a headline. */
const COMPACT_FROM = 100_000;

export const formatCount = (value: number): string => whole(value);
/** Revenue and volume carry no currency on the wire. */
export const formatAmount = (value: number): string => precise(value);
export const formatShare = (value: number): string => share(value);
export const formatHeadline = (value: number): string =>
  Math.abs(value) >= COMPACT_FROM ? compact(value) : precise(value);
export const formatTick = (value: number): string => compact(value);

/** `+12%` beside the period before; undefined where that had nothing to compare with. */
export const formatChange = (now: number, before: number): string | undefined =>
  before === 0 ? undefined : change((now - before) / before);

/** `2m 5s` */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${whole(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${Math.round(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
