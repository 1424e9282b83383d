// Runs chDB inside the child process, working around its defects.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from 'chdb';
import type { Open, Run } from './engine-messages.js';
import { LAST_READS_MS } from './statement-settings.js';

/** chDB on one directory. */
export interface ChdbSessions {
  /** Returns the engine's JSON, or nothing for a statement without a result. */
  run(statement: Run): Promise<Uint8Array>;
  /** Waits for running statements, kills reads that take too long, then releases the directory. */
  close(): Promise<void>;
}

const DEADLY_SIGNALS = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
] as const;

const END_READS = "KILL QUERY WHERE query_kind = 'Select' AND query_id != queryID() ASYNC";
/** Repeated, because a statement that has just arrived may not have begun, and so is not killed. */
const END_READS_EVERY_MS = 100;

/**
 * chDB installs handlers that keep the process and its lock for minutes after a fatal signal. Adding and
 * removing a listener makes Node restore the default, by which the process dies at once.
 */
const dieAtOnceOnFatalSignals = (): void => {
  const listener = () => {};
  for (const signal of DEADLY_SIGNALS) process.on(signal, listener).off(signal, listener);
};

/** An error like the engine's own for a result that exceeds its limit. */
const tooManyBytes = (most: number): Error =>
  Object.assign(new Error(`The result has more than ${most} bytes.`), { clickhouseCode: 396 });

/**
 * Opens the directory. chDB is imported only here, so that a missing package becomes an ordinary error.
 *
 * @throws when the directory is locked; chDB tells the reason on its stderr alone
 */
export const openChdb = async (options: Open): Promise<ChdbSessions> => {
  const chdb = await import('chdb');
  // Stays open for the life of the process: it holds the lock, and makes opening further sessions cheap.
  const base: Session = new chdb.Session(options.directory, {
    connectionArgs: [
      `--max_server_memory_usage=${options.memoryLimitBytes}`,
      // Without it the engine refuses to write backups anywhere.
      '--backups.allowed_path=/',
    ],
  });
  dieAtOnceOnFatalSignals();
  const active = new Set<Promise<unknown>>();

  // Each statement has a session of its own: after a failure, the session keeps partial output, which would
  // be prepended to the next result.
  const runPrivately = async ({ prepare, sql, mostBytes }: Run): Promise<Uint8Array> => {
    const session = new chdb.Session(options.directory);
    try {
      for (const statement of prepare) await session.queryAsync(statement);
      const answer = (await session.queryAsync(sql, { format: 'JSON' })).bytes();
      if (mostBytes !== undefined && answer.length > mostBytes) throw tooManyBytes(mostBytes);
      return answer;
    } finally {
      session.close();
    }
  };

  return {
    run: async (statement) => {
      const task = runPrivately(statement);
      active.add(task);
      try {
        return await task;
      } finally {
        active.delete(task);
      }
    },
    close: async () => {
      const ended = Promise.allSettled(active);
      await Promise.race([ended, sleep(LAST_READS_MS)]);
      while (active.size > 0) {
        await base.queryAsync(END_READS);
        await Promise.race([ended, sleep(END_READS_EVERY_MS)]);
      }
      base.close();
      await chdb.drainPending();
    },
  };
};
