// A number, and beside it what share it is of a larger one.
/** @jsxImportSource preact */
import { formatCount, formatShare } from '../format/numbers.js';

export interface CountAndShareProps {
  readonly count: number;
  /** 0 to 1; undefined where there is nothing that it could be a share of. */
  readonly share: number | undefined;
}

export const CountAndShare = ({ count, share }: CountAndShareProps) => (
  <>
    {formatCount(count)}
    {share !== undefined && <span class="muted"> {formatShare(share)}</span>}
  </>
);
