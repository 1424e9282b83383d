// The SQL behind the commands that list, rename and delete workspaces and projects, and that list and revoke keys.
import { counted } from '../counted.js';
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

/** A key that is revoked, now or since earlier. */
export interface Revoked {
  readonly id: string;
  readonly revoked_at: string;
}

export interface Inventory {
  workspaces(): Promise<readonly Workspace[]>;
  projects(): Promise<readonly Project[]>;
  /** `undefined` when there is none. */
  renameWorkspace(id: string, name: string): Promise<Workspace | undefined>;
  renameProject(id: string, name: string): Promise<Project | undefined>;
  /** What was made in a project: `2 boards`. */
  contentsOf(projectId: string): Promise<readonly string[]>;
  /** Deletes a project with its write keys; fails while anything else belongs to it. */
  deleteProject(id: string): Promise<void>;
  apiKeys(): Promise<readonly ListedApiKey[]>;
  /** A second revocation keeps the time of the first; `undefined` when there is no such key. */
  revokeApiKey(id: string): Promise<Revoked | undefined>;
  revokeWriteKey(id: string): Promise<Revoked | undefined>;
}

const PROJECT = 'id, name, workspace_id, created_at';

/** What belongs to a project beside its write keys. */
const CONTENTS = ['boards', 'alerts', 'contracts', 'segments'] as const;

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
    projects: () => sql.query<Project>(`SELECT ${PROJECT} FROM projects ORDER BY created_at, id`),
    renameWorkspace: async (id, name) => {
      const rows = await sql.query<Workspace>(
        'UPDATE workspaces SET name = $2 WHERE id = $1 RETURNING id, name, created_at',
        [id, name],
      );
      return rows[0];
    },
    renameProject: async (id, name) => {
      const rows = await sql.query<Project>(
        `UPDATE projects SET name = $2 WHERE id = $1 RETURNING ${PROJECT}`,
        [id, name],
      );
      return rows[0];
    },
    contentsOf: async (projectId) => {
      const counts = CONTENTS.map(
        (table) => `(SELECT count(*) FROM ${table} WHERE project_id = $1) AS ${table}`,
      );
      const [row] = await sql.query<Readonly<Record<string, number>>>(
        `SELECT ${counts.join(', ')}`,
        [projectId],
      );
      return Object.entries(row ?? {})
        .filter(([, count]) => count > 0)
        .map(([table, count]) => counted(count, table.slice(0, -1)));
    },
    deleteProject: async (id) => {
      await sql.query('DELETE FROM write_keys WHERE project_id = $1', [id]);
      await sql.query('DELETE FROM projects WHERE id = $1', [id]);
    },
    apiKeys: () =>
      sql.query<ListedApiKey>(
        `SELECT id, name, workspace_id, prefix, last4, scopes, created_at, revoked_at
         FROM api_keys ORDER BY created_at, id`,
      ),
    revokeApiKey: (id) => revoke('api_keys', id),
    revokeWriteKey: (id) => revoke('write_keys', id),
  };
}
