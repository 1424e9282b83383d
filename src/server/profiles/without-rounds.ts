// Keeps apart who deletes profiles and who makes them outside of a round: either would write what it read before.
import { type Alone, takeTurns } from '../events/take-turns.js';
import type { ProfileSnapshot } from './snapshot.js';

/** @param betweenRounds keeps the rounds of other processes away. Default: there are none */
export const createWithoutRounds = (
  { roundEnded }: Pick<ProfileSnapshot, 'roundEnded'>,
  betweenRounds: Alone = (work) => work(),
): Alone =>
  takeTurns(async (work) => {
    // Before, not within: a further round of this process waits for the end of the work.
    await roundEnded();
    return betweenRounds(work);
  });
