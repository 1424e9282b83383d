// Below a list of the latest visitors: how many more there are.
/** @jsxImportSource preact */
import { formatCount } from '../format/numbers.js';
import type { VisitorsAnswer } from '../state/read-visitors.js';

export const MoreVisitors = ({ data, total }: VisitorsAnswer) =>
  total > data.length ? (
    <p class="note">and {formatCount(total - data.length)} more, last seen earlier</p>
  ) : null;
