// Deletes refused events of people whom another process forgot: only this process can reach its own quarantine.
import type { Quarantine } from '../events/quarantine.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { Forgotten } from './forgotten.js';

export interface ForgetRefusedParts {
  readonly forgotten: Pick<Forgotten, 'refresh' | 'timesLearnt' | 'hasRefused'>;
  readonly removeQuarantined: Quarantine['remove'];
  readonly log: Log;
  /** Time between two lookups of who is forgotten. Milliseconds, default a minute. */
  readonly everyMs?: number;
}

export interface ForgetRefusedJob extends Job {
  /** Looks up who is forgotten and deletes their events, once and now. */
  run(): Promise<void>;
}

export function createForgetRefusedJob(parts: ForgetRefusedParts): ForgetRefusedJob {
  const { forgotten, removeQuarantined, log, everyMs = 60_000 } = parts;
  /** `timesLearnt` at the last removal. At first 0: the files may hold events of people forgotten before the start. */
  let cleanAfter = 0;
  let isClosed = false;

  const run = async (): Promise<void> => {
    await forgotten.refresh();
    const timesLearnt = forgotten.timesLearnt();
    if (timesLearnt === cleanAfter || isClosed) return;
    await removeQuarantined(forgotten.hasRefused);
    cleanAfter = timesLearnt;
  };

  const { start, close } = createRepeatingJob({
    run,
    everyMs,
    onFailure: (error) =>
      log.error(
        'Refused events of deleted people could not be deleted; the server will try again.',
        error,
      ),
  });

  return {
    run,
    start,
    async close() {
      isClosed = true;
      await close();
    },
  };
}
