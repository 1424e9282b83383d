// How long ago something was; the exact time is its title.
/** @jsxImportSource preact */
import { formatAbsolute, formatRelative } from '../format/times.js';

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
