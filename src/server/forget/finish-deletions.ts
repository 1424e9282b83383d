// Finishes deletions of people that were cut short: at the start of the server, and regularly while it runs, since
// an error may cut one short as well, or the end of another process.
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { ForgetService } from './service.js';

export interface FinishDeletionsParts {
  readonly forget: Pick<ForgetService, 'finish'>;
  /** Whether other processes may use the same databases. */
  readonly isShared: boolean;
  readonly log: Log;
  /** Time between two looks. Milliseconds, default five minutes. */
  readonly everyMs?: number;
}

/**
 * Another process may still be waiting for its turn to delete. To finish that deletion in its place does no harm,
 * but its caller would be told that there was nothing to delete.
 */
const SHARED_AGE_MS = 5 * 60_000;

export function createFinishDeletionsJob(parts: FinishDeletionsParts): Job {
  const { forget, isShared, log, everyMs = 5 * 60_000 } = parts;
  return createRepeatingJob({
    run: async () => {
      const deletions = await forget.finish(isShared ? SHARED_AGE_MS : 0);
      if (deletions > 0) log.info('Interrupted deletions of people were completed.', { deletions });
    },
    everyMs,
    onFailure: (error) =>
      log.error(
        'An interrupted deletion of a person could not be completed; the server will try again.',
        error,
      ),
  });
}
