// Work that is done now and again for as long as the server runs.
import type { Job } from './job.js';

export interface RepeatingJobOptions {
  readonly run: () => Promise<unknown>;
  /** From the end of one run to the next. Milliseconds. */
  readonly everyMs: number;
  /** Of a run; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs at its start, then again and again, one run at a time. Closing it waits for none. */
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
