// Finishes rollups that a deletion left half rebuilt: at the start of the server, or later if that fails, since it
// must not keep the server from starting.
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
  /** Between two tries after the one at the start. Milliseconds, default five minutes. */
  readonly everyMs?: number;
}

/** @returns a job that goes on trying, if the first attempt failed */
export async function finishDaySums(parts: FinishDaySumsParts): Promise<readonly Job[]> {
  const { daySums, log, withoutLoads, everyMs = 5 * 60_000 } = parts;
  const onFailure = (error: unknown): void =>
    log.error(
      'Daily sums that an interrupted deletion left could not be recomputed; the server will try again. ' +
        'Until then, analytics of these days are too low.',
      error,
    );
  let isFinished = true;
  // The lock is waited for only when something was cut short. The note can be read outside of it, because no
  // deletion runs yet.
  await daySums.finish(withoutLoads).catch((error) => {
    isFinished = false;
    onFailure(error);
  });
  if (isFinished) return [];
  const run = async (): Promise<void> => {
    if (isFinished) return;
    // Here the note is read under the lock, because a deletion that runs meanwhile writes a note of its own.
    await withoutLoads(() => daySums.finish());
    isFinished = true;
  };
  return [createRepeatingJob({ run, everyMs, onFailure })];
}
