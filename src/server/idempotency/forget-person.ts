// Deletes the answers that are kept for repetitions and name a person.
import type { ApplicationSql } from '../database/ports.js';
import type { PersonIds } from '../forget/person.js';

export type ForgetInAnswers = (projectIds: readonly string[], ids: PersonIds) => Promise<void>;

/** What was done is not done again: it is answered as done, with nothing of it. */
const EMPTY = `UPDATE idempotency_keys SET status = 204, body = NULL
WHERE workspace_id IN (SELECT workspace_id FROM projects WHERE id = ANY ($1)) AND EXISTS (
  SELECT 1 FROM unnest($2::text[]) AS id WHERE position(lower(to_json(id)::text) IN lower(body)) > 0)`;

export const createForgetInAnswers =
  (sql: ApplicationSql): ForgetInAnswers =>
  async (projectIds, ids) => {
    const all = [...ids.wallets, ...ids.anonymousIds, ...ids.userIds];
    await sql.query(EMPTY, [projectIds, all]);
  };
