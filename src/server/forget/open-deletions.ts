// Remembers which deletions of people are not complete yet, so that one that was cut short can be finished.
import type { ApplicationSql } from '../database/ports.js';
import type { DeletionScope } from './store.js';

/** What to delete: all that another process needs to know to finish it. */
export interface Deletion extends DeletionScope {
  /** Also on-chain data of a wallet that no project knows. */
  readonly ofStrangers: boolean;
}

export interface OpenDeletion {
  readonly id: string;
  readonly deletion: Deletion;
}

export interface OpenDeletions {
  add(open: OpenDeletion): Promise<void>;
  /**
   * The latest first.
   *
   * @param ageMs only those that were added at least this long ago
   */
  list(ageMs: number): Promise<readonly OpenDeletion[]>;
  has(id: string): Promise<boolean>;
  /** Removes this one, and earlier ones of the same, which it has completed as well. */
  remove(deletion: Deletion): Promise<void>;
}

/** One that began in the future was begun by a clock that has been set back since. */
const LIST = `SELECT id, scope, until FROM deletions
WHERE begun_at <= now() - $1 * interval '1 millisecond' OR begun_at > now() ORDER BY begun_at DESC, id`;

export const createOpenDeletions = (sql: ApplicationSql): OpenDeletions => ({
  async add({ id, deletion: { until, ...scope } }) {
    await sql.query('INSERT INTO deletions (id, scope, until) VALUES ($1, $2, $3)', [
      id,
      JSON.stringify(scope),
      until,
    ]);
  },
  async list(ageMs) {
    const rows = await sql.query<{ id: string; scope: string; until: string }>(LIST, [ageMs]);
    return rows.map(({ id, scope, until }) => ({ id, deletion: { ...JSON.parse(scope), until } }));
  },
  has: async (id) => (await sql.query('SELECT 1 FROM deletions WHERE id = $1', [id])).length > 0,
  async remove({ until, ...scope }) {
    await sql.query('DELETE FROM deletions WHERE scope = $1 AND until <= $2', [
      JSON.stringify(scope),
      until,
    ]);
  },
});
