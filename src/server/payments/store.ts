// The SQL of payments: each is claimed by one statement, so that one of any number of processes takes it.
import type { ApplicationSql } from '../database/ports.js';
import type { PaymentReceipt } from './payment-verifier.js';

/** A payment that one request alone may collect, until its lease ends. */
export interface Claim {
  readonly id: string;
  /** As the database writes it. It changes when the payment is taken over, so that it identifies the holder. */
  readonly claimedAt: string;
  /** An earlier request left it claimed: nobody knows whether it was collected then. */
  readonly isTakenOver: boolean;
}

export interface ClaimRequest {
  readonly id: string;
  /** Whose profiles are sold. */
  readonly workspaceId: string;
  /** Whether it may be collected anew without being taken twice. */
  readonly isRepeatable: boolean;
}

export interface PaymentsStore {
  /** Claims a payment that is new or whose lease has ended; of others it answers the state. */
  claim(request: ClaimRequest): Promise<Claim | 'claimed' | 'settled'>;
  /** Begins the lease anew. @returns `undefined` when somebody else took it over */
  renew(claim: Claim): Promise<Claim | undefined>;
  /** Nothing was collected: it may be presented again. */
  release(claim: Claim): Promise<void>;
  settled(id: string, receipt: PaymentReceipt): Promise<void>;
  /** The projects of the workspace whose profiles are sold, the oldest first. */
  projectsOf(workspaceId: string): Promise<readonly string[]>;
}

/** Longer than it takes to collect a payment (30 s), shorter than one is good (300 s). */
export const LEASE_SECONDS = 120;

const IS_OURS = "id = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz";

export const createPaymentsStore = (sql: ApplicationSql): PaymentsStore => ({
  async claim({ id, workspaceId, isRepeatable }) {
    const [row] = await sql.query<{ claimed_at: string; is_taken_over: boolean }>(
      `INSERT INTO payments AS p (id, workspace_id, state) VALUES ($1, $2, 'claimed')
       ON CONFLICT (id) DO UPDATE SET claimed_at = now(), workspace_id = excluded.workspace_id
         WHERE p.state = 'claimed' AND $3::boolean
           AND p.claimed_at < now() - make_interval(secs => $4::integer)
       RETURNING claimed_at::text AS claimed_at, xmax <> 0 AS is_taken_over`,
      [id, workspaceId, isRepeatable, LEASE_SECONDS],
    );
    if (row !== undefined) {
      return { id, claimedAt: row.claimed_at, isTakenOver: row.is_taken_over };
    }
    const [held] = await sql.query<{ state: 'claimed' | 'settled' }>(
      'SELECT state FROM payments WHERE id = $1',
      [id],
    );
    // Released in between: the next time it is presented, it is new.
    return held?.state ?? 'claimed';
  },
  async renew(claim) {
    const [row] = await sql.query<{ claimed_at: string }>(
      `UPDATE payments SET claimed_at = now() WHERE ${IS_OURS} RETURNING claimed_at::text AS claimed_at`,
      [claim.id, claim.claimedAt],
    );
    return row && { ...claim, claimedAt: row.claimed_at };
  },
  async release({ id, claimedAt }) {
    await sql.query(`DELETE FROM payments WHERE ${IS_OURS}`, [id, claimedAt]);
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
