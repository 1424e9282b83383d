// Keeps deletions of profiles, and updates outside of rounds, apart from each other and from rounds: else one could
// write back what it read before the other deleted it.
import { type Alone, takeTurns } from '../events/take-turns.js';
import type { ProfileSnapshot } from './snapshot.js';

/** @param betweenRounds keeps the rounds of other processes away. Default: there are none */
export const createWithoutRounds = (
  { roundEnded }: Pick<ProfileSnapshot, 'roundEnded'>,
  betweenRounds: Alone = (work) => work(),
): Alone =>
  takeTurns(async (work) => {
    // Before the lock and not under it, where a round of this process that waits for the lock would never end.
    await roundEnded();
    return betweenRounds(work);
  });
