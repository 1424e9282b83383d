// The SQL behind the commands that list workspaces, projects and keys, and that revoke keys.
import type { ApplicationSql } from '../database/ports.js';

export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** ISO 8601, as all instants here. */
  readonly created_at: string;
}

export interface Project extends Workspace {
  readonly workspace_id: string;
}

/** What may be told of an API key: enough to recognise it, nothing to use it. */
export interface ListedApiKey extends Workspace {
  readonly workspace_id: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly revoked_at: string | null;
}

/** What became of a wish to revoke. */
export interface Revoked {
  readonly id: string;
  readonly revoked_at: string;
}

export interface Inventory {
  workspaces(): Promise<readonly Workspace[]>;
  projects(): Promise<readonly Project[]>;
  apiKeys(): Promise<readonly ListedApiKey[]>;
  /** The first revocation counts; `undefined` when there is no such key. */
  revokeApiKey(id: string): Promise<Revoked | undefined>;
  revokeWriteKey(id: string): Promise<Revoked | undefined>;
}

export function createInventory(sql: ApplicationSql): Inventory {
  const revoke = async (table: 'api_keys' | 'write_keys', id: string) => {
    const rows = await sql.query<Revoked>(
      `UPDATE ${table} SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1
       RETURNING id, revoked_at`,
      [id],
    );
    return rows[0];
  };
  return {
    workspaces: () =>
      sql.query<Workspace>('SELECT id, name, created_at FROM workspaces ORDER BY created_at, id'),
    projects: () =>
      sql.query<Project>(
        'SELECT id, name, workspace_id, created_at FROM projects ORDER BY created_at, id',
      ),
    apiKeys: () =>
      sql.query<ListedApiKey>(
        `SELECT id, name, workspace_id, prefix, last4, scopes, created_at, revoked_at
         FROM api_keys ORDER BY created_at, id`,
      ),
    revokeApiKey: (id) => revoke('api_keys', id),
    revokeWriteKey: (id) => revoke('write_keys', id),
  };
}
