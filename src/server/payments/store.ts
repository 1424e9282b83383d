// The SQL of payments: each is claimed by one statement, so that one of any number of processes takes it.
import type { ApplicationSql } from '../database/ports.js';
import type { PaymentReceipt } from './payment-verifier.js';

export interface PaymentsStore {
  /** Whether it is new, and from now on the caller's alone. */
  claim(id: string, resource: string): Promise<boolean>;
  /** Nothing was collected: it may be presented again. */
  release(id: string): Promise<void>;
  settled(id: string, receipt: PaymentReceipt): Promise<void>;
  /** Of the workspace whose profiles are sold, the oldest first. */
  projectsOf(workspaceId: string): Promise<readonly string[]>;
}

export const createPaymentsStore = (sql: ApplicationSql): PaymentsStore => ({
  async claim(id, resource) {
    const rows = await sql.query(
      `INSERT INTO payments (id, resource, state) VALUES ($1, $2, 'claimed')
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, resource],
    );
    return rows.length === 1;
  },
  async release(id) {
    await sql.query("DELETE FROM payments WHERE id = $1 AND state = 'claimed'", [id]);
  },
  async settled(id, receipt) {
    await sql.query(
      "UPDATE payments SET state = 'settled', settled_at = now(), receipt = $2 WHERE id = $1",
      [id, JSON.stringify(receipt)],
    );
  },
  async projectsOf(workspaceId) {
    const rows = await sql.query<{ id: string }>(
      'SELECT id FROM projects WHERE workspace_id = $1 ORDER BY created_at, id',
      [workspaceId],
    );
    return rows.map(({ id }) => id);
  },
});
