// A line of an empty part: says what other days may have, with a link to the longest range that is offered.
/** @jsxImportSource preact */
import { useNavigation } from '../state/use-place.js';

export function LastYear({ says = 'There may be events outside this period' }) {
  const { hrefTo } = useNavigation();
  return (
    <p>
      {says}: <a href={hrefTo({ range: { last: 365 } })}>show the last 12 months</a>.
    </p>
  );
}
