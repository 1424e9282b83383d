// Deletes the answers that are kept for repetitions and name somebody.
import type { ApplicationSql } from '../database/ports.js';
import { isStorable } from '../is-storable.js';

/** What was done is not done again: it is answered as done, with nothing of it. */
const EMPTY = `UPDATE idempotency_keys SET status = 204, body = NULL
WHERE workspace_id IN (SELECT workspace_id FROM projects WHERE id = ANY ($1)) AND EXISTS (
  SELECT 1 FROM unnest($2::text[]) AS id WHERE position(lower(to_json(id)::text) IN lower(body)) > 0)`;

/** Of the workspaces of these projects, those that hold one of the ids as a text, in any letter case. */
export const createForgetInAnswers =
  (sql: ApplicationSql) =>
  async (projectIds: readonly string[], ids: readonly string[]): Promise<void> => {
    // What it takes for no text is in none of its own.
    await sql.query(EMPTY, [projectIds, ids.filter(isStorable)]);
  };
