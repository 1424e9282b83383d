// The SQL of workspaces, projects and keys.
import type { ApplicationSql } from '../database/ports.js';

export interface ApiKeyRecord {
  readonly id: string;
  readonly workspace_id: string;
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly revoked_at: string | null;
  /** Every project of the workspace, the oldest first. */
  readonly project_ids: readonly string[];
}

export interface NewApiKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly hash: string;
  readonly scopes: readonly string[];
}

export interface WriteKeyRecord {
  readonly id: string;
  readonly project_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** A project, or an API key without what would let somebody use it. */
export interface NamedRow {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** Names one API key. */
export interface KeyOfWorkspace {
  readonly keyId: string;
  readonly workspaceId: string;
}

export interface KeysStore {
  /** The oldest project and its workspace; `undefined` before the first start. */
  firstProject(): Promise<{ workspace_id: string; project_id: string } | undefined>;
  insertWorkspace(workspace: { readonly id: string; readonly name: string }): Promise<void>;
  insertProject(project: {
    readonly id: string;
    readonly workspaceId: string;
    readonly name: string;
  }): Promise<void>;
  insertApiKey(key: NewApiKey): Promise<void>;
  apiKeyByHash(hash: string): Promise<ApiKeyRecord | undefined>;
  /** `undefined` also for a key that is revoked. */
  apiKeyOf(key: KeyOfWorkspace): Promise<NamedRow | undefined>;
  /** The oldest first. */
  projectsOf(workspaceId: string): Promise<readonly NamedRow[]>;
  /** Keys of a name that nobody was shown yet and that still work. */
  unshownApiKeys(keys: {
    readonly workspaceId: string;
    readonly name: string;
    readonly olderThanMs: number;
  }): Promise<readonly string[]>;
  revokeApiKey(id: string): Promise<void>;
  markApiKeyShown(id: string): Promise<void>;
  insertWriteKey(key: { readonly id: string; readonly projectId: string }): Promise<void>;
  writeKeys(): Promise<readonly WriteKeyRecord[]>;
  secret(name: string): Promise<string | undefined>;
  insertSecret(secret: { readonly name: string; readonly value: string }): Promise<void>;
}

export function createKeysStore(sql: ApplicationSql): KeysStore {
  const run = async (text: string, params: readonly (string | readonly string[])[]) => {
    await sql.query(text, params);
  };
  const first = async <Row>(text: string, params: readonly string[]): Promise<Row | undefined> =>
    (await sql.query<Row>(text, params))[0];

  return {
    firstProject: () =>
      first(
        `SELECT p.workspace_id, p.id AS project_id FROM projects p
         ORDER BY p.created_at, p.id LIMIT 1`,
        [],
      ),
    insertWorkspace: ({ id, name }) =>
      run('INSERT INTO workspaces (id, name) VALUES ($1, $2)', [id, name]),
    insertProject: ({ id, workspaceId, name }) =>
      run('INSERT INTO projects (id, workspace_id, name) VALUES ($1, $2, $3)', [
        id,
        workspaceId,
        name,
      ]),
    insertApiKey: ({ id, workspaceId, name, prefix, last4, hash, scopes }) =>
      run(
        `INSERT INTO api_keys (id, workspace_id, name, prefix, last4, hash, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, workspaceId, name, prefix, last4, hash, scopes],
      ),
    apiKeyByHash: (hash) =>
      first(
        `SELECT k.id, k.workspace_id, k.hash, k.scopes, k.revoked_at,
           ARRAY(
             SELECT p.id FROM projects p WHERE p.workspace_id = k.workspace_id
             ORDER BY p.created_at, p.id
           ) AS project_ids
         FROM api_keys k WHERE k.hash = $1`,
        [hash],
      ),
    apiKeyOf: ({ keyId, workspaceId }) =>
      first(
        `SELECT id, name, created_at FROM api_keys
         WHERE id = $1 AND workspace_id = $2 AND revoked_at IS NULL`,
        [keyId, workspaceId],
      ),
    projectsOf: (workspaceId) =>
      sql.query<NamedRow>(
        `SELECT id, name, created_at FROM projects WHERE workspace_id = $1
         ORDER BY created_at, id`,
        [workspaceId],
      ),
    async unshownApiKeys({ workspaceId, name, olderThanMs }) {
      const rows = await sql.query<{ id: string }>(
        `SELECT id FROM api_keys
         WHERE workspace_id = $1 AND name = $2 AND shown_at IS NULL AND revoked_at IS NULL
           AND created_at <= now() - $3::float8 * interval '1 millisecond'`,
        [workspaceId, name, olderThanMs],
      );
      return rows.map(({ id }) => id);
    },
    revokeApiKey: (id) => run('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]),
    markApiKeyShown: (id) => run('UPDATE api_keys SET shown_at = now() WHERE id = $1', [id]),
    insertWriteKey: ({ id, projectId }) =>
      run('INSERT INTO write_keys (id, project_id) VALUES ($1, $2)', [id, projectId]),
    writeKeys: () =>
      sql.query<WriteKeyRecord>(
        'SELECT id, project_id, created_at, revoked_at FROM write_keys ORDER BY created_at, id',
      ),
    secret: async (name) =>
      (await first<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]))?.value,
    insertSecret: ({ name, value }) =>
      run('INSERT INTO secrets (name, value) VALUES ($1, $2)', [name, value]),
  };
}
