// Evaluates alerts and sends what they found, on the clock, for as long as the server runs.
import type { Log } from '../log.js';

export interface AlertsJobParts {
  readonly evaluateDue: (signal: AbortSignal) => Promise<void>;
  readonly deliverDue: (signal: AbortSignal) => Promise<void>;
  /** Deletes what nobody asks for any more. */
  readonly prune: () => Promise<void>;
  readonly log: Log;
  /** Between two looks at what is due. Milliseconds, default 2 s. */
  readonly tickMs?: number;
}

export interface AlertsJob {
  /** One round of everything, now. */
  run(): Promise<void>;
  start(): void;
  /** Ends what runs: requests that are open are given up, to be made again by the next start. */
  close(): Promise<void>;
}

const TICK_MS = 2_000;
const PRUNE_EVERY_MS = 60 * 60_000;
const CLOSE_TIMEOUT_MS = 5_000;

export function createAlertsJob(parts: AlertsJobParts): AlertsJob {
  const { evaluateDue, deliverDue, prune, log, tickMs = TICK_MS } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops: Promise<void>[] = [];

  /** Again and again, each time `everyMs` after the last one ended. */
  const repeat = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error) => {
        if (!signal.aborted) log.error('Alerts could not be looked after.', error);
      });
      await rest(everyMs, signal);
    }
  };

  return {
    async run() {
      await evaluateDue(signal);
      await deliverDue(signal);
    },
    start() {
      // Apart from each other: a receiver that takes its time must not keep others from being looked at.
      loops.push(
        repeat(() => evaluateDue(signal), tickMs),
        repeat(() => deliverDue(signal), tickMs),
        repeat(prune, PRUNE_EVERY_MS),
      );
    },
    async close() {
      stopping.abort();
      const deadline = new AbortController();
      await Promise.race([Promise.all(loops), rest(CLOSE_TIMEOUT_MS, deadline.signal)]);
      deadline.abort();
    },
  };
}

/** Ends early with the signal. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
  });
