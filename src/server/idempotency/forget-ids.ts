// Empties answers that are kept for idempotency keys and name a forgotten person.
import type { ApplicationSql } from '../database/ports.js';
import { isStorable } from '../is-storable.js';

/** The keys stay, so that a retry does not run the write again: it is answered with 204 and no body. */
const EMPTY = `UPDATE idempotency_keys SET status = 204, body = NULL
WHERE workspace_id IN (SELECT workspace_id FROM projects WHERE id = ANY ($1)) AND EXISTS (
  SELECT 1 FROM unnest($2::text[]) AS id WHERE position(lower(to_json(id)::text) IN lower(body)) > 0)`;

/** Empties answers to these projects' workspaces that hold one of the ids as a JSON string, in any letter case. */
export const createForgetInAnswers =
  (sql: ApplicationSql) =>
  async (projectIds: readonly string[], ids: readonly string[]): Promise<void> => {
    // An id that the database cannot take as a text is in none of its answers.
    await sql.query(EMPTY, [projectIds, ids.filter(isStorable)]);
  };
