// Deletes the receipts of payments that name a forgotten person.
import type { ApplicationSql } from '../database/ports.js';
import { isStorable } from '../is-storable.js';

/** The row of the payment stays: its id, a hash, keeps the payment from being taken twice. */
const EMPTY = `UPDATE payments SET receipt = NULL
WHERE (workspace_id IS NULL OR workspace_id IN (SELECT workspace_id FROM projects WHERE id = ANY ($1)))
  AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS id WHERE position(lower(to_json(id)::text) IN lower(receipt)) > 0)`;

/** Deletes receipts of what these projects' workspaces sold that name one of the wallets, in any letter case. */
export const createForgetPayers =
  (sql: ApplicationSql) =>
  async (projectIds: readonly string[], wallets: readonly string[]): Promise<void> => {
    await sql.query(EMPTY, [projectIds, wallets.filter(isStorable)]);
  };
