// The saved segments, to choose one or to show its name.
import type { Named } from '../format/named.js';
import { ifAllowed } from './if-allowed.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';
import { readWhole } from './whole-list.js';

export interface SegmentChoice extends Named {
  /** Id of the project that the segment belongs to. */
  readonly project: string;
}

const NONE: readonly SegmentChoice[] = [];

/**
 * Empty until the segments are known, and when the key may not read them.
 *
 * @param turn a change of this number reads them again
 */
export function useSegments(turn = 0): readonly SegmentChoice[] {
  const { client } = useSession();
  const { data = NONE } = useAnswer(`segments ${turn}`, (signal) =>
    ifAllowed(async () => {
      const segments = await readWhole(client.segments.list, signal);
      return segments.map(({ id, name, project_id }) => ({ value: id, name, project: project_id }));
    }),
  );
  return data;
}
