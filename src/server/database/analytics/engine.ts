// Supervises the chDB process: starts another one when it dies, and reports whether one runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../limits/deadline.js';
import { DatabaseUnavailableError } from '../database-errors.js';
import { awayOrRefused } from './clickhouse-errors.js';
import type { EngineChild } from './engine-child.js';
import type { Run } from './engine-messages.js';

/** The engine, whichever process runs it at the moment. */
export interface Engine {
  /** Runs a statement once. If the process dies meanwhile, it is rejected and not repeated. */
  run(statement: Run, timeoutMs: number): Promise<Uint8Array>;
  /** The current process, or null while another one is being started. */
  pid(): number | null;
  /** Kills the current process with all that it runs; another one is started. */
  restart(): void;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The first process, with its directory open. */
  readonly child: EngineChild;
  /** Starts another process. */
  readonly start: () => Promise<EngineChild>;
  /** How long a statement waits for another process to start. */
  readonly startTimeoutMs: number;
  /** How long running statements may take to finish on close, before the process is killed. */
  readonly closeTimeoutMs: number;
}

/** 100 ms after the process has died, doubling up to 10 s while starting another one fails. */
const backoffMs = (attempt: number): number => Math.min(100 * 2 ** attempt, 10_000);

/** Supervises a process that has just been opened. */
export const superviseEngine = (options: EngineOptions): Engine => {
  const closing = new AbortController();
  let current: EngineChild | null = options.child;
  /** The process that follows the current one. */
  let next: Promise<EngineChild>;
  /** Why the latest attempt to start another process failed. */
  let lastFailure = '';

  const startAnother = async (): Promise<EngineChild> => {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(backoffMs(attempt), undefined, { signal: closing.signal });
      try {
        return await options.start();
      } catch (error) {
        lastFailure = error instanceof Error ? ` ${error.message}` : '';
      }
    }
  };
  const watch = (child: EngineChild): void => {
    current = child;
    lastFailure = '';
    next = child.ended.then(() => {
      current = null;
      return startAnother();
    });
    next.then(watch, () => {});
  };
  watch(options.child);

  const closedError = () => new DatabaseUnavailableError('The analytics database is closed.');

  return {
    run: async (statement, timeoutMs) => {
      if (closing.signal.aborted) throw closedError();
      const late = () =>
        new DatabaseUnavailableError(`The analytics engine is being restarted.${lastFailure}`);
      const child = current ?? (await within(next, options.startTimeoutMs, late));
      return child.call(statement, timeoutMs).catch((error) => {
        throw closing.signal.aborted ? closedError() : awayOrRefused(error);
      });
    },
    pid: () => current?.pid ?? null,
    restart: () => {
      current?.kill();
      // From now on, statements wait for the next process instead of going to the killed one.
      current = null;
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      const child = current ?? (await next.catch(() => null));
      if (!child) return;
      await child.call({ kind: 'close' }, options.closeTimeoutMs).catch(() => child.kill());
      await child.ended;
    },
  };
};
