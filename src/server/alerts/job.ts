// Evaluates alerts and sends their deliveries, by the clock, for as long as the server runs.
import type { Log } from '../log.js';

export interface AlertsJobParts {
  readonly evaluateDue: (signal: AbortSignal) => Promise<void>;
  readonly deliverDue: (signal: AbortSignal) => Promise<void>;
  /** Deletes finished deliveries and matches that are old enough. */
  readonly prune: () => Promise<void>;
  readonly log: Log;
  /** Milliseconds between two checks for due work. Default 2 s. */
  readonly tickMs?: number;
}

export interface AlertsJob {
  /** Runs one evaluation and one delivery round now. */
  run(): Promise<void>;
  start(): void;
  /** Stops the loops. Requests in progress are aborted, and made again after the next start. */
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

  /**
   * Repeats work, starting `everyMs` after the end of the last run. An outage is logged once, since a
   * line every two seconds would hide all others.
   *
   * @param what names the work in the log: `The evaluation of alerts`
   */
  const repeat = async (what: string, work: () => Promise<void>, everyMs: number) => {
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await work();
        if (isFailing) log.info(`${what} works again.`);
        isFailing = false;
      } catch (error) {
        const seconds = everyMs / 1_000;
        if (!isFailing && !signal.aborted) {
          log.error(`${what} failed; it is tried again every ${seconds} s.`, error);
        }
        isFailing = true;
      }
      await rest(everyMs, signal);
    }
  };

  return {
    async run() {
      await evaluateDue(signal);
      await deliverDue(signal);
    },
    start() {
      // Separate loops: a slow receiver must not delay the evaluation of alerts.
      loops.push(
        repeat('The evaluation of alerts', () => evaluateDue(signal), tickMs),
        repeat('The delivery of alerts', () => deliverDue(signal), tickMs),
        repeat('The deletion of old deliveries of alerts', prune, PRUNE_EVERY_MS),
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

/** Waits, but ends early when the signal is aborted. */
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
