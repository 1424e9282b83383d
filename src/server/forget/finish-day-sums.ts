// Finishes rollups that a deletion left half rebuilt: after the start of the server, which accepts events meanwhile.
import type { Alone } from '../events/take-turns.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { DaySums } from './day-sums.js';

export interface FinishDaySumsParts {
  readonly daySums: Pick<DaySums, 'finish'>;
  readonly log: Log;
  /** Runs work while no process loads events, and no segment of this one is stored in part. */
  readonly withoutLoads: Alone;
  /** Between two tries. Milliseconds, default five minutes. */
  readonly everyMs?: number;
}

/** A job that does nothing more once it has succeeded: from then on, deletions finish what they began. */
export function createFinishDaySumsJob(parts: FinishDaySumsParts): Job {
  const { daySums, log, withoutLoads, everyMs = 5 * 60_000 } = parts;
  let isFinished = false;
  return createRepeatingJob({
    run: async () => {
      if (isFinished) return;
      // The note is read under the lock, because a deletion that runs meanwhile writes a note of its own.
      await withoutLoads(() => daySums.finish());
      isFinished = true;
    },
    everyMs,
    onFailure: (error) =>
      log.error(
        'Daily sums that an interrupted deletion left could not be recomputed; the server will try again. ' +
          'Until then, analytics of these days are too low.',
        error,
      ),
  });
}
