// Numbers as people of the browser's language write them.
import { language } from './language.js';

const formatter = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined;
  return (value: number): string => {
    format ??= new Intl.NumberFormat(language(), options);
    return format.format(value);
  };
};

const whole = formatter({ maximumFractionDigits: 0 });
const precise = formatter({ maximumFractionDigits: 2 });
/** With so many decimals, as the place of each says. */
const decimal = [0, 1, 2].map((digits) =>
  formatter({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
/** As many as a float carries: the sum of 0.1 and 0.2 is 0.3. */
const float = formatter({ maximumSignificantDigits: 15 });
const compact = formatter({ notation: 'compact', maximumFractionDigits: 1 });
/** Below 1 the first digits count, wherever they begin: 0.0012 ETH is not nothing. */
const small = formatter({ maximumSignificantDigits: 3 });
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

/** Digits enough to read: a smaller one would be a row of zeros. */
const SCIENTIFIC_BELOW = 1e-6;

/** What neither decimals nor words for numbers can say, and what is below 1; else undefined. */
function extreme(value: number): string | undefined {
  const size = Math.abs(value);
  if (size >= SCIENTIFIC_FROM || (size > 0 && size < SCIENTIFIC_BELOW)) return scientific(value);
  return size < 1 ? small(value) : undefined;
}

export const formatCount = (value: number): string => whole(value);
/** Revenue and volume carry no currency on the wire. */
export const formatAmount = (value: number): string => extreme(value) ?? precise(value);

/** How many decimals say all of an amount that two can say; undefined for those that are written otherwise. */
function decimalsOf(value: number): number | undefined {
  const plain = Number(value.toFixed(2));
  const hasMore = Math.abs(value) < 1 && Math.abs(plain - value) > 1e-9;
  if (hasMore || Math.abs(value) >= SCIENTIFIC_FROM) return undefined;
  return String(plain).split('.')[1]?.length ?? 0;
}

/** Amounts below each other, with as many decimals as one of them needs: 402.10 and 165.25. */
export function formatAmounts(column: readonly number[]): (value: number) => string {
  const format = decimal[Math.max(0, ...column.map((value) => decimalsOf(value) ?? 0))];
  return (value) =>
    format === undefined || decimalsOf(value) === undefined ? formatAmount(value) : format(value);
}

export const formatShare = (value: number): string => share(value);
export const formatHeadline = (value: number): string =>
  Math.abs(value) >= COMPACT_FROM ? formatTick(value) : formatAmount(value);

/** As String() does: a larger one has no digits of its own to show. */
const DIGITS_BELOW = 1e21;

/** Every digit, for tables. @param hasSeparators false for what is a name, such as a year or the number of a block */
export function formatExact(value: number, hasSeparators = true): string {
  if (Math.abs(value) >= DIGITS_BELOW) return scientific(value);
  if (!Number.isInteger(value)) return float(value);
  return hasSeparators ? whole(value) : String(value);
}

export const formatTick = (value: number): string => extreme(value) ?? compact(value);

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
