// Deletes refused events after the days for which events are kept. The database expires the rows of its tables
// by itself, but refused events are kept in files.
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { Quarantine } from './quarantine.js';

export interface ExpireRefusedParts {
  /** After which events are deleted. */
  readonly days: number;
  readonly removeQuarantined: Quarantine['remove'];
  readonly log: Log;
  readonly now?: () => number;
}

const DAY_MS = 24 * 60 * 60_000;

export const createExpireRefusedJob = (parts: ExpireRefusedParts): Job => {
  const { days, removeQuarantined, log, now = Date.now } = parts;
  return createRepeatingJob({
    run: () => {
      const oldest = new Date(now() - days * DAY_MS).toISOString();
      return removeQuarantined(({ received_at }) => received_at < oldest);
    },
    // Not more often: each run reads all of them.
    everyMs: DAY_MS,
    onFailure: (error) =>
      log.error('Old refused events could not be deleted; the server will try again.', error),
  });
};
