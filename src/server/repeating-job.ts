// A job that repeats at an interval for as long as the server runs.
import type { Job } from './job.js';

export interface RepeatingJobOptions {
  readonly run: () => Promise<unknown>;
  /** Milliseconds from the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Told the error of a failed run; the next run comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Runs once when started, then repeatedly, one run at a time. Closing does not wait for a run in progress.
 */
export function createRepeatingJob({ run, everyMs, onFailure }: RepeatingJobOptions): Job {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const repeat = async (): Promise<void> => {
    await run().catch((error) => {
      if (!isClosed) onFailure(error);
    });
    if (isClosed) return;
    timer = setTimeout(repeat, everyMs);
    timer.unref();
  };
  return {
    start: () => void repeat(),
    async close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
