// Copies the analytics database to a directory and back, with the engine's BACKUP and RESTORE.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseQueryError } from '../database-errors.js';
import type { AnalyticsDatabase } from '../ports.js';
import { quoteLiteral } from './sql-parameters.js';

type Database = Pick<AnalyticsDatabase, 'query' | 'execute'>;

const POLL_MS = 100;

/** Copies one table after the other, so rows that are written meanwhile are in some of the copies only. */
export const backUpAnalytics = (database: Database, directory: string): Promise<void> =>
  inBackground(database, `BACKUP DATABASE default TO ${file(directory)}`);

/** Restores into a database that has no tables of the same names. */
export const restoreAnalytics = (database: Database, directory: string): Promise<void> =>
  inBackground(database, `RESTORE DATABASE default FROM ${file(directory)}`);

/** The slash at the end makes the engine write a directory with its files, instead of a single archive. */
const file = (directory: string): string => `File(${quoteLiteral(`${directory}/`)})`;

/** Runs in the engine's background, because it may take longer than a statement's time limit. */
async function inBackground(database: Database, statement: string): Promise<void> {
  const id = randomUUID();
  await database.execute(`${statement} SETTINGS id = ${quoteLiteral(id)} ASYNC`);
  for (;;) {
    const { data } = await database.query<{ status: string; error: string }>(
      'SELECT toString(status) AS status, error FROM system.backups WHERE id = {id:String}',
      { id },
    );
    const [{ status, error } = { status: 'lost', error: 'the engine was started anew' }] = data;
    if (status === 'BACKUP_CREATED' || status === 'RESTORED') return;
    if (status !== 'CREATING_BACKUP' && status !== 'RESTORING') {
      const [reason = status] = error.split('\n', 1);
      throw new DatabaseQueryError(`${statement} failed: ${reason}`, null);
    }
    await sleep(POLL_MS);
  }
}
