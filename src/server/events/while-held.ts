// Lets a work write nothing more once the lock is lost that it runs under: another process may hold it by then.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Alone } from './take-turns.js';

/** The database as such works use it, and what runs them. */
export interface WhileHeld<Database> {
  readonly database: Database;
  readonly alone: Alone;
}

/** @param alone runs one work at a time */
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
