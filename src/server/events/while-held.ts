// Stops the writes of work that has lost its lock: another process may hold the lock by then.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Alone } from './take-turns.js';

/** `alone` runs work under the lock; `database` refuses its writes once that lock is lost. */
export interface WhileHeld<Database> {
  readonly database: Database;
  readonly alone: Alone;
}

/** @param alone runs work under the lock, one at a time */
export function whileHeld<Database extends Pick<AnalyticsDatabase, 'execute'>>(
  database: Database,
  alone: Alone,
): WhileHeld<Database> {
  let held: AbortSignal | undefined;
  return {
    database: {
      ...database,
      execute: async (sql, params) => {
        held?.throwIfAborted();
        await database.execute(sql, params);
      },
    },
    alone: (work) =>
      alone(async (lost) => {
        held = lost;
        try {
          return await work(lost);
        } finally {
          held = undefined;
        }
      }),
  };
}
