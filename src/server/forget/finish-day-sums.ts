// Finishes what a deletion left half done: at the start, or later, since it must not keep a server from starting.
import type { Alone } from '../events/take-turns.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { DaySums } from './day-sums.js';

export interface FinishDaySumsParts {
  readonly daySums: Pick<DaySums, 'finish'>;
  readonly log: Log;
  /** Runs work while no other process loads events. Default: none does. */
  readonly loadingAlone?: Alone;
  /** Between two tries after the one at the start. Milliseconds, default five minutes. */
  readonly everyMs?: number;
}

/**
 * Tries it before any events are loaded.
 *
 * @returns the jobs that go on trying where that failed; they need work to run while this process loads
 * none either
 */
export async function finishDaySums(
  parts: FinishDaySumsParts,
): Promise<(withoutLoads: Alone) => readonly Job[]> {
  const { daySums, log, loadingAlone, everyMs = 5 * 60_000 } = parts;
  const onFailure = (error: unknown): void =>
    log.error(
      'Sums of days that a deletion left unfinished could not be made; it is tried again. ' +
        'Questions about these days answer too little until then.',
      error,
    );
  let isFinished = true;
  await daySums.finish(loadingAlone).catch((error) => {
    isFinished = false;
    onFailure(error);
  });
  if (isFinished) return () => [];
  return (withoutLoads) => {
    const run = async (): Promise<void> => {
      if (isFinished) return;
      // All of it alone: a deletion that runs meanwhile writes a note of its own.
      await withoutLoads(() => daySums.finish());
      isFinished = true;
    };
    return [createRepeatingJob({ run, everyMs, onFailure })];
  };
}
