// Who owns what: workspaces, their projects, the keys of both, and the server's own secrets.
import type { Migration } from '../../ports.js';

export const workspacesMigration: Migration = {
  id: '0001-workspaces',
  statements: [
    `CREATE TABLE IF NOT EXISTS workspaces (
      id         text PRIMARY KEY,
      name       text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE IF NOT EXISTS projects (
      id           text PRIMARY KEY,
      workspace_id text NOT NULL REFERENCES workspaces (id),
      name         text NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT now()
    )`,
    'CREATE INDEX IF NOT EXISTS projects_by_workspace ON projects (workspace_id)',
    // Of the key itself only a hash is kept; prefix and last4 let people recognise it in a list.
    `CREATE TABLE IF NOT EXISTS api_keys (
      id           text PRIMARY KEY,
      workspace_id text NOT NULL REFERENCES workspaces (id),
      name         text NOT NULL,
      prefix       text NOT NULL,
      last4        text NOT NULL,
      hash         text NOT NULL UNIQUE,
      scopes       text[] NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT now(),
      shown_at     timestamptz,
      revoked_at   timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS api_keys_by_workspace ON api_keys (workspace_id)',
    `CREATE TABLE IF NOT EXISTS write_keys (
      id         text PRIMARY KEY,
      project_id text NOT NULL REFERENCES projects (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS write_keys_by_project ON write_keys (project_id)',
    `CREATE TABLE IF NOT EXISTS secrets (
      name       text PRIMARY KEY,
      value      text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
  ],
};
