// A visitor: the beginning of its anonymous id, as a link to its page.
/** @jsxImportSource preact */
import { shortId } from '../format/names.js';
import type { Place } from '../state/place.js';
import { useNavigation } from '../state/use-place.js';

export interface VisitorLinkProps {
  readonly id: string;
  /** What else the link changes, such as the days. */
  readonly to: Partial<Place>;
}

export function VisitorLink({ id, to }: VisitorLinkProps) {
  const { hrefTo } = useNavigation();
  return (
    <a class="mono" href={hrefTo({ ...to, view: 'live', id })} title={`Visitor ${id}`}>
      {shortId(id)}
    </a>
  );
}
