// A time in short, such as "5 min. ago"; a tooltip shows it exactly.
/** @jsxImportSource preact */
import { formatAbsolute, formatClock, formatRelative } from '../format/times.js';

export interface RelativeTimeProps {
  /** Milliseconds since 1970, or ISO 8601. */
  readonly at: number | string | null;
}

export function RelativeTime({ at }: RelativeTimeProps) {
  if (at === null || at === '') return <span class="muted">never</span>;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return <Time ms={ms} text={formatRelative(ms, Date.now())} />;
}

/** The time without its day, which is shown above. */
export const Clock = ({ ms }: { readonly ms: number }) => <Time ms={ms} text={formatClock(ms)} />;

const Time = ({ ms, text }: { readonly ms: number; readonly text: string }) => (
  <time dateTime={new Date(ms).toISOString()} title={formatAbsolute(ms)}>
    {text}
  </time>
);
