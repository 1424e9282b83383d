// Deletes what alerts store about a person: remembered matches, pending deliveries, and receivers' answers.
import type { ApplicationDatabase } from '../database/ports.js';
import { isPersons, type PersonIds } from '../forget/person.js';
import type { MatchData } from './deliver/delivery.js';
import { matchHash } from './evaluate/match.js';
import { repeatsIds } from './repeats-ids.js';

export type ForgetInAlerts = (projectIds: readonly string[], ids: PersonIds) => Promise<void>;

const OF_PROJECTS = 'alert_id IN (SELECT id FROM alerts WHERE project_id = ANY ($1))';

const textOf = (data: MatchData, name: string): string =>
  typeof data[name] === 'string' ? data[name] : '';

const isOf = (ids: PersonIds, data: MatchData): boolean =>
  isPersons(ids, {
    address: textOf(data, 'address'),
    anonymous_id: textOf(data, 'anonymous_id'),
    user_id: textOf(data, 'user_id'),
  });

export const createForgetInAlerts =
  (database: ApplicationDatabase): ForgetInAlerts =>
  (projectIds, ids) =>
    database.transaction(async (sql) => {
      await sql.query(`DELETE FROM alert_matches WHERE ${OF_PROJECTS} AND match_hash = ANY ($2)`, [
        projectIds,
        ids.wallets.map((wallet) => matchHash('user', wallet)),
      ]);
      // A receiver's answer, of which an excerpt is stored, may have repeated the person's ids.
      const repeats = repeatsIds(ids);
      const answered = await sql.query<{ id: string; excerpt: string }>(
        `SELECT id, response_excerpt AS excerpt FROM alert_deliveries
         WHERE ${OF_PROJECTS} AND response_excerpt IS NOT NULL`,
        [projectIds],
      );
      await sql.query('UPDATE alert_deliveries SET response_excerpt = NULL WHERE id = ANY ($1)', [
        answered.filter(({ excerpt }) => repeats(excerpt)).map(({ id }) => id),
      ]);
      const waiting = await sql.query<{ id: string; data: readonly MatchData[] }>(
        `SELECT id, data FROM alert_deliveries WHERE ${OF_PROJECTS} AND data IS NOT NULL FOR UPDATE`,
        [projectIds],
      );
      for (const { id, data } of waiting) {
        const kept = data.filter((match) => !isOf(ids, match));
        if (kept.length === data.length) continue;
        if (kept.length === 0) await sql.query('DELETE FROM alert_deliveries WHERE id = $1', [id]);
        else {
          await sql.query('UPDATE alert_deliveries SET data = $2, matches = $3 WHERE id = $1', [
            id,
            JSON.stringify(kept),
            kept.length,
          ]);
        }
      }
    });
