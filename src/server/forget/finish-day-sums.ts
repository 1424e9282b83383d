// Finishes what a deletion left half done: at the start, or later, since it must not keep a server from starting.
import type { Alone } from '../events/take-turns.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { DaySums } from './day-sums.js';

export interface FinishDaySumsParts {
  readonly daySums: Pick<DaySums, 'finish'>;
  readonly log: Log;
  /** Runs work while no process loads events, and none of this one's are half loaded. */
  readonly withoutLoads: Alone;
  /** Between two tries after the one at the start. Milliseconds, default five minutes. */
  readonly everyMs?: number;
}

/** @returns the jobs that go on trying where it failed at once */
export async function finishDaySums(parts: FinishDaySumsParts): Promise<readonly Job[]> {
  const { daySums, log, withoutLoads, everyMs = 5 * 60_000 } = parts;
  const onFailure = (error: unknown): void =>
    log.error(
      'Sums of days that a deletion left unfinished could not be made; it is tried again. ' +
        'Questions about these days answer too little until then.',
      error,
    );
  let isFinished = true;
  // Nobody waits where nothing was cut short. No deletion runs yet.
  await daySums.finish(withoutLoads).catch((error) => {
    isFinished = false;
    onFailure(error);
  });
  if (isFinished) return [];
  const run = async (): Promise<void> => {
    if (isFinished) return;
    // All of it alone: a deletion that runs meanwhile writes a note of its own.
    await withoutLoads(() => daySums.finish());
    isFinished = true;
  };
  return [createRepeatingJob({ run, everyMs, onFailure })];
}
