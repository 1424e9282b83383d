// The segments that there are, to name them or to choose one.
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';
import { readSegments, type SegmentChoice } from './wallet-choices.js';

const NONE: readonly SegmentChoice[] = [];

/** None until they are known. */
export function useSegments(): readonly SegmentChoice[] {
  const { client } = useSession();
  return useAnswer('segments', (signal) => readSegments(client, { signal })).data ?? NONE;
}
