// The segments that there are, to name them or to choose one.
import type { Named } from '../format/named.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';
import { readSegments } from './wallet-choices.js';

const NONE: readonly Named[] = [];

/** None until they are known. */
export function useSegments(): readonly Named[] {
  const { client } = useSession();
  return useAnswer('segments', (signal) => readSegments(client, { signal })).data ?? NONE;
}
