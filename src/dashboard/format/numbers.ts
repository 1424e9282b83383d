// Formats numbers for the browser's language.
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
/** The formatter at each index writes exactly that many decimals. */
const decimal = [0, 1, 2].map((digits) =>
  formatter({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
/** The digits that a float can hold for certain: 0.1 + 0.2 is written as 0.3. */
const float = formatter({ maximumSignificantDigits: 15 });
const compact = formatter({ notation: 'compact', maximumFractionDigits: 1 });
/** For numbers below 1, which need significant digits: with two decimals, 0.0012 ETH would be written as 0. */
const small = formatter({ maximumSignificantDigits: 3 });
const scientific = formatter({ notation: 'scientific', maximumFractionDigits: 2 });
const share = formatter({ style: 'percent', maximumFractionDigits: 1 });
const change = formatter({
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** From here on a headline is written short, such as 123.4K: more digits are noise at its size. */
const COMPACT_FROM = 100_000;
/** The short form ends at trillions. An amount in wei is larger: its digits would push all else off the page. */
const SCIENTIFIC_FROM = 1e15;
/** A change beyond this factor only says that the period before had almost nothing, and is not shown. */
const MOST_CHANGE = 1_000;

/** Smaller numbers would be written as a long row of zeros. */
const SCIENTIFIC_BELOW = 1e-6;

/** Formats numbers that are below 1, or too large or small for decimals; @returns undefined for all others */
function extreme(value: number): string | undefined {
  const size = Math.abs(value);
  if (size >= SCIENTIFIC_FROM || (size > 0 && size < SCIENTIFIC_BELOW)) return scientific(value);
  return size < 1 ? small(value) : undefined;
}

export const formatCount = (value: number): string => whole(value);
/** Without a currency: the API has none for revenue and volume. */
export const formatAmount = (value: number): string => extreme(value) ?? precise(value);

/** How many of two decimals an amount needs; undefined for amounts that `formatAmount` writes in another way. */
function decimalsOf(value: number): number | undefined {
  const plain = Number(value.toFixed(2));
  const hasMore = Math.abs(value) < 1 && Math.abs(plain - value) > 1e-9;
  if (hasMore || Math.abs(value) >= SCIENTIFIC_FROM) return undefined;
  return String(plain).split('.')[1]?.length ?? 0;
}

/** Formats the amounts of a column with the same number of decimals, so that they align: 402.10 and 165.25. */
export function formatAmounts(column: readonly number[]): (value: number) => string {
  const format = decimal[Math.max(0, ...column.map((value) => decimalsOf(value) ?? 0))];
  return (value) =>
    format === undefined || decimalsOf(value) === undefined ? formatAmount(value) : format(value);
}

export const formatShare = (value: number): string => share(value);
export const formatHeadline = (value: number): string =>
  Math.abs(value) >= COMPACT_FROM ? formatTick(value) : formatAmount(value);

/** From here on `String()`, too, writes the scientific form. */
const DIGITS_BELOW = 1e21;

/** Writes every digit, for tables. @param hasSeparators false for identifiers, such as a year or a block number */
export function formatExact(value: number, hasSeparators = true): string {
  if (Math.abs(value) >= DIGITS_BELOW) return scientific(value);
  if (!Number.isInteger(value)) return float(value);
  return hasSeparators ? whole(value) : String(value);
}

export const formatTick = (value: number): string => extreme(value) ?? compact(value);

/** The change against the period before: `+12%`. Undefined where that had nothing, or almost nothing. */
export function formatChange(now: number, before: number): string | undefined {
  // Refunds can make `before` negative. Its absolute value keeps an increase from being written as a decrease.
  const share = (now - before) / Math.abs(before);
  return Math.abs(share) <= MOST_CHANGE ? change(share) : undefined;
}

/** Formats a duration: `2m 5s`. */
export function formatDuration(seconds: number): string {
  const all = Math.round(seconds);
  const minutes = Math.floor(all / 60);
  if (minutes < 1) return `${all}s`;
  if (minutes < 60) return `${minutes}m ${all % 60}s`;
  return `${whole(Math.floor(minutes / 60))}h ${minutes % 60}m`;
}
