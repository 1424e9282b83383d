// A count, with its share of a larger one beside it.
/** @jsxImportSource preact */
import { formatCount, formatShare } from '../format/numbers.js';

export interface CountAndShareProps {
  readonly count: number;
  /** From 0 to 1; undefined when there is nothing to compare with. */
  readonly share: number | undefined;
}

export const CountAndShare = ({ count, share }: CountAndShareProps) => (
  <>
    {formatCount(count)}
    {share !== undefined && <span class="muted"> {formatShare(share)}</span>}
  </>
);
