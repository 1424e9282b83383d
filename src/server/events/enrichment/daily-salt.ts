// The salt of a day for hashing session ids: the same in every process of a server, and deleted the day after.
import { randomBytes } from 'node:crypto';
import type { ApplicationSql } from '../../database/ports.js';
import type { Job } from '../../job.js';
import { within } from '../../limits/deadline.js';
import { createRepeatingJob } from '../../repeating-job.js';

/** The salt of the UTC day of an instant; not a promise once it is known. */
export type DailySalt = (time: number) => string | Promise<string>;

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const NAME = 'session_salt_';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A database that never answers, for instance because its machine is gone, must not keep events out. */
const PATIENCE_MS = 5_000;

const newSalt = (): string => randomBytes(32).toString('hex');

/**
 * @param load the salt of a day, such as `2026-01-31`
 * @param onFailure told when it cannot be loaded: the day then goes on with a salt of this process
 * @param patienceMs how long it is waited for
 */
export function createDailySalt(
  load: (day: string) => string | Promise<string> = newSalt,
  onFailure: (error: unknown) => void = () => {},
  patienceMs = PATIENCE_MS,
): DailySalt {
  let known: { readonly day: number; salt: string | Promise<string> } | undefined;
  return (time) => {
    const day = Math.floor(time / DAY_MS);
    if (known?.day === day) return known.salt;
    const salt = load(dayOf(time));
    const entry = { day, salt };
    known = entry;
    if (typeof salt === 'string') return salt;
    entry.salt = within(
      salt,
      patienceMs,
      () => new Error('The application database does not answer.'),
    )
      .catch((error) => {
        onFailure(error);
        return newSalt();
      })
      .then((loaded) => {
        entry.salt = loaded;
        return loaded;
      });
    return entry.salt;
  };
}

/** Keeps the salt of a day in the application database, and deletes those before it. */
export const loadSharedSalt =
  (sql: ApplicationSql) =>
  async (day: string): Promise<string> => {
    const name = `${NAME}${day}`;
    // Of several processes one comes first; all read what it wrote.
    await sql.query(
      'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [name, newSalt()],
    );
    await deleteOthers(sql, Date.parse(day));
    const [row] = await sql.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [
      name,
    ]);
    if (row === undefined) throw new Error(`The session salt of ${day} was not stored.`);
    return row.value;
  };

/**
 * Also those of days to come, which a clock that was ahead made: they would be kept until then, and be the salts of
 * those days as well. The next day's stays, as another process may have reached it already.
 */
const deleteOthers = (sql: ApplicationSql, time: number): Promise<unknown> =>
  sql.query('DELETE FROM secrets WHERE starts_with(name, $1) AND (name < $2 OR name > $3)', [
    NAME,
    NAME + dayOf(time),
    NAME + dayOf(time + DAY_MS),
  ]);

/** Deletes the salts of other days, even when no further event arrives to cause it. */
export const createSaltExpiry = (
  sql: ApplicationSql,
  onFailure: (error: unknown) => void,
  now: () => number = Date.now,
): Job => createRepeatingJob({ run: () => deleteOthers(sql, now()), everyMs: HOUR_MS, onFailure });
