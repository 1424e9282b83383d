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
/** What waited for its turn begins when others are ended, and is ended then. */
const END_READS_EVERY_MS = 100;

/**
 * chDB installs handlers that, after a fatal signal, hold the process and its lock for minutes.
 * Adding and removing a listener makes Node put the default back: the process dies at once.
 */
const dieAtOnceOnFatalSignals = (): void => {
  const listener = () => {};
  for (const signal of DEADLY_SIGNALS) process.on(signal, listener).off(signal, listener);
};

/** Lets `limit` tasks run at once. */
const createGate = (limit: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place is handed over, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
};

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
  const gate = createGate(options.concurrency);
  const active = new Set<Promise<unknown>>();

  // A session of its own for each statement: a failed one leaves its partial output in the session,
  // which would stand in front of the next result.
  const runPrivately = async ({ prepare, sql }: Run): Promise<Uint8Array> => {
    const session = new chdb.Session(options.directory);
    try {
      for (const statement of prepare) await session.queryAsync(statement);
      return (await session.queryAsync(sql, { format: 'JSON' })).bytes();
    } finally {
      session.close();
    }
  };

  return {
    run: async (statement) => {
      const task = statement.urgent ? runPrivately(statement) : gate(() => runPrivately(statement));
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
