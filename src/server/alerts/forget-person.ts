// Deletes what alerts keep of a person: whom they told of, and what they have not sent yet.
import type { ApplicationDatabase } from '../database/ports.js';
import { isPersons, type PersonIds } from '../forget/person.js';
import { isStorable } from '../is-storable.js';
import { asSaid } from './deliver/as-said.js';
import type { MatchData } from './deliver/delivery.js';
import { matchHash } from './evaluate/match.js';

export type ForgetInAlerts = (projectIds: readonly string[], ids: PersonIds) => Promise<void>;

const OF_PROJECTS = 'alert_id IN (SELECT id FROM alerts WHERE project_id = ANY ($1))';

/** Fewer signs of an id name nobody. */
const FEWEST_SIGNS = 4;

/** An excerpt holds the id, in any letter case, or was cut within it. */
const REPEATS = `position(lower(id) IN lower(response_excerpt)) > 0 OR EXISTS (
  SELECT 1 FROM generate_series(${FEWEST_SIGNS}, length(id)) AS n
  WHERE right(lower(response_excerpt), n) = left(lower(id), n))`;

/** As excerpts have them. What a database takes for no text is in none of its own. */
const textsOf = ({ wallets, anonymousIds, userIds }: PersonIds): readonly string[] =>
  [...wallets, ...anonymousIds, ...userIds]
    .map((id) => asSaid(id, id.length))
    .filter((id) => id !== '' && isStorable(id));

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
      // A receiver may have repeated what it was told.
      await sql.query(
        `UPDATE alert_deliveries SET response_excerpt = NULL WHERE ${OF_PROJECTS} AND EXISTS (
           SELECT 1 FROM unnest($2::text[]) AS id WHERE ${REPEATS})`,
        [projectIds, textsOf(ids)],
      );
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
