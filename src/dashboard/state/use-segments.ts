// The segments that there are, to name them or to choose one.
import type { Named } from '../format/named.js';
import { ifAllowed } from './if-allowed.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';
import { readWhole } from './whole-list.js';

export interface SegmentChoice extends Named {
  /** Id of the one that it is of. */
  readonly project: string;
}

const NONE: readonly SegmentChoice[] = [];

/**
 * None until they are known, and where the key may not ask for them.
 *
 * @param turn asked again when it changes
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
