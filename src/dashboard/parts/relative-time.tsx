// When something was, in short; the exact time is its title.
/** @jsxImportSource preact */
import { formatAbsolute, formatClock, formatRelative } from '../format/times.js';

export interface RelativeTimeProps {
  /** Milliseconds since 1970, or ISO 8601. */
  readonly at: number | string | null;
}

export function RelativeTime({ at }: RelativeTimeProps) {
  if (at === null || at === '') return <span class="muted">never</span>;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatAbsolute(ms)}>
      {formatRelative(ms, Date.now())}
    </time>
  );
}

/** The time of a day that stands above it. */
export const Clock = ({ ms }: { readonly ms: number }) => (
  <time dateTime={new Date(ms).toISOString()} title={formatAbsolute(ms)}>
    {formatClock(ms)}
  </time>
);
