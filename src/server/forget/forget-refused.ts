// Deletes refused events of people whom other processes forgot: nobody else reaches the files of this one.
import type { Quarantine } from '../events/quarantine.js';
import type { Job } from '../job.js';
import type { Log } from '../log.js';
import { createRepeatingJob } from '../repeating-job.js';
import type { Forgotten } from './forgotten.js';

export interface ForgetRefusedParts {
  readonly forgotten: Pick<Forgotten, 'refresh' | 'timesLearnt' | 'hasRefused'>;
  readonly removeQuarantined: Quarantine['remove'];
  readonly log: Log;
  /** Between two looks at who is forgotten. Milliseconds, default a minute. */
  readonly everyMs?: number;
}

export interface ForgetRefusedJob extends Job {
  /** One look, now. */
  run(): Promise<void>;
}

export function createForgetRefusedJob(parts: ForgetRefusedParts): ForgetRefusedJob {
  const { forgotten, removeQuarantined, log, everyMs = 60_000 } = parts;
  /** The files hold nothing of whom it had learnt of by then; at first they may, of who was forgotten before the start. */
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
        'Refused events of forgotten people could not be deleted; it is tried again.',
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
