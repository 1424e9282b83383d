// Inside the child process: chDB itself, with its defects kept out.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from 'chdb';
import type { Open, Run } from './engine-messages.js';
import { LAST_READS_MS } from './statement-settings.js';

/** chDB on one directory. */
export interface ChdbSessions {
  /** Answers the engine's JSON, or nothing for a statement without a result. */
  run(statement: Run): Promise<Uint8Array>;
  /** Waits for the running statements, ends reads that take longer, then lets go of the directory. */
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
/** A statement that has just come may not have begun. */
const END_READS_EVERY_MS = 100;

/**
 * chDB installs handlers that, after a fatal signal, hold the process and its lock for minutes.
 * Adding and removing a listener makes Node put the default back: the process dies at once.
 */
const dieAtOnceOnFatalSignals = (): void => {
  const listener = () => {};
  for (const signal of DEADLY_SIGNALS) process.on(signal, listener).off(signal, listener);
};

/** As the engine complains of a result beyond its own bound. */
const tooManyBytes = (most: number): Error =>
  Object.assign(new Error(`The result has more than ${most} bytes.`), { clickhouseCode: 396 });

/**
 * Opens the directory. chDB is loaded here and not before, so that a missing package is an answer.
 *
 * @throws when the directory is locked; the reason is only on chDB's stderr
 */
export const openChdb = async (options: Open): Promise<ChdbSessions> => {
  const chdb = await import('chdb');
  // Stays open for the life of the process: it holds the lock and keeps the others cheap.
  const base: Session = new chdb.Session(options.directory, {
    connectionArgs: [
      `--max_server_memory_usage=${options.memoryLimitBytes}`,
      // Without it the engine refuses to write backups anywhere.
      '--backups.allowed_path=/',
    ],
  });
  dieAtOnceOnFatalSignals();
  const active = new Set<Promise<unknown>>();

  // A session of its own for each statement: a failed one leaves its partial output in the session,
  // which would stand in front of the next result.
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
