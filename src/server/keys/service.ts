// What those who run a server do with workspaces, projects and keys: make, list, rename, delete, revoke.
import type { Scope } from '../../protocol/scopes.js';
import type { ApplicationDatabase } from '../database/ports.js';
import { DomainError } from '../errors/domain-error.js';
import { createApiKey, createId } from './api-keys.js';
import {
  createInventory,
  type Inventory,
  type ListedApiKey,
  type Project,
  type Revoked,
  type Workspace,
} from './inventory.js';
import { readScopes } from './scopes.js';
import { createKeysStore, type KeysStore, type WriteKeyRecord } from './store.js';
import { signWriteKey } from './write-keys.js';

/** A new API key: the only answer that ever shows the key itself. */
export interface NewApiKeyAnswer {
  readonly id: string;
  readonly api_key: string;
  readonly name: string;
  readonly workspace_id: string;
  readonly scopes: readonly Scope[];
}

/** A write key. It stands in public pages, so it may be shown again. */
export interface ListedWriteKey extends WriteKeyRecord {
  readonly write_key: string;
}

export interface KeysService {
  /** A write scope brings its read scope; `all` stands for every scope (decision N-67). */
  createApiKey(wanted: {
    readonly name: string;
    readonly scopes: readonly string[];
    /** Needed once there is more than one. */
    readonly workspace?: string | undefined;
  }): Promise<NewApiKeyAnswer>;
  apiKeys(): Promise<readonly ListedApiKey[]>;
  revokeApiKey(id: string): Promise<Revoked>;
  createWriteKey(wanted: { readonly project?: string | undefined }): Promise<ListedWriteKey>;
  writeKeys(): Promise<readonly ListedWriteKey[]>;
  revokeWriteKey(id: string): Promise<Revoked>;
  createWorkspace(wanted: { readonly name: string }): Promise<Workspace>;
  workspaces(): Promise<readonly Workspace[]>;
  /** Also makes the project's first write key. */
  createProject(wanted: {
    readonly name: string;
    readonly workspace?: string | undefined;
  }): Promise<Project & { readonly write_key: string }>;
  projects(): Promise<readonly Project[]>;
  renameWorkspace(wanted: { readonly id: string; readonly name: string }): Promise<Workspace>;
  renameProject(wanted: { readonly id: string; readonly name: string }): Promise<Project>;
  /**
   * For a project that was made by mistake: its write keys must be revoked and nothing may have been made in
   * it. Whether it has events is for the caller to check.
   *
   * @param deleteMore what goes with it; where that fails, the project stays, so that this can be repeated
   * @throws {DomainError} NOT_FOUND; CONFLICT with what has to go first
   */
  deleteProject(id: string, deleteMore?: () => Promise<void>): Promise<Project>;
}

export interface KeysServiceParts {
  readonly database: ApplicationDatabase;
  /** Signs the write keys of this server. */
  readonly secret: Uint8Array;
}

export function createKeysService({ database, secret }: KeysServiceParts): KeysService {
  const inventory = createInventory(database);
  const withKey = async (key: WriteKeyRecord): Promise<ListedWriteKey> => ({
    ...key,
    write_key: await signWriteKey(key, secret),
  });
  /** All of it or nothing, whatever moment it is interrupted at. */
  const inOneStep = <T>(work: (store: KeysStore, inventory: Inventory) => Promise<T>): Promise<T> =>
    database.transaction((sql) => work(createKeysStore(sql), createInventory(sql)));
  const addWriteKey = async (store: KeysStore, projectId: string): Promise<ListedWriteKey> => {
    const id = createId('wk');
    await store.insertWriteKey({ id, projectId });
    return withKey(found(await store.writeKeys(), id));
  };

  return {
    createApiKey: ({ name, scopes, workspace }) =>
      inOneStep(async (store, listed) => {
        const { id: workspaceId } = choose(await listed.workspaces(), workspace, 'workspace');
        const wanted = { workspaceId, name, scopes: readScopes(scopes) };
        const { plain, record } = createApiKey(wanted);
        await store.insertApiKey(record);
        await store.markApiKeyShown(record.id);
        const { id } = record;
        return { id, api_key: plain, name, workspace_id: workspaceId, scopes: wanted.scopes };
      }),
    apiKeys: inventory.apiKeys,
    revokeApiKey: async (id) => (await inventory.revokeApiKey(id)) ?? unknown('API key', id),
    createWriteKey: ({ project }) =>
      inOneStep(async (store, listed) =>
        addWriteKey(store, choose(await listed.projects(), project, 'project').id),
      ),
    writeKeys: async () => Promise.all((await createKeysStore(database).writeKeys()).map(withKey)),
    revokeWriteKey: async (id) => (await inventory.revokeWriteKey(id)) ?? unknown('write key', id),
    createWorkspace: ({ name }) =>
      inOneStep(async (store, listed) => {
        const id = createId('ws');
        await store.insertWorkspace({ id, name });
        return found(await listed.workspaces(), id);
      }),
    workspaces: inventory.workspaces,
    createProject: ({ name, workspace }) =>
      inOneStep(async (store, listed) => {
        const { id: workspaceId } = choose(await listed.workspaces(), workspace, 'workspace');
        const id = createId('prj');
        await store.insertProject({ id, workspaceId, name });
        const { write_key } = await addWriteKey(store, id);
        return { ...found(await listed.projects(), id), write_key };
      }),
    projects: inventory.projects,
    renameWorkspace: async ({ id, name }) =>
      (await inventory.renameWorkspace(id, name)) ?? unknown('workspace', id),
    renameProject: async ({ id, name }) =>
      (await inventory.renameProject(id, name)) ?? unknown('project', id),
    deleteProject: (id, deleteMore) =>
      inOneStep(async (store, listed) => {
        const all = await listed.projects();
        const project = choose(all, id, 'project');
        const isOnly = all.every(
          (one) => one.id === id || one.workspace_id !== project.workspace_id,
        );
        if (isOnly) stays(project, 'it is the only project of its workspace. Rename it instead');
        const keys = await store.writeKeys();
        const open = keys.find((one) => one.project_id === id && one.revoked_at === null);
        if (open)
          stays(
            project,
            `its write key ${open.id} still accepts events. Revoke it first: chaintrail writekey revoke ${open.id}`,
          );
        const contents = await listed.contentsOf(id);
        if (contents.length > 0) stays(project, `it has ${contents.join(', ')}. Delete them first`);
        await listed.deleteProject(id);
        await deleteMore?.();
        return project;
      }),
  };
}

function stays({ id, name }: Project, why: string): never {
  throw new DomainError('CONFLICT', `The project ${id} (${name}) was not deleted: ${why}.`);
}

type Kind = 'workspace' | 'project';

/** The named one; without a name the only one there is. */
function choose<T extends Workspace>(all: readonly T[], id: string | undefined, kind: Kind): T {
  const [only, ...others] = all;
  if (id !== undefined) return all.find((one) => one.id === id) ?? unknown(kind, id);
  if (only !== undefined && others.length === 0) return only;
  const ids = all.map((one) => `${one.id} (${one.name})`).join(', ');
  throw new DomainError(
    'BAD_REQUEST',
    only === undefined
      ? `There is no ${kind} yet. Make one: chaintrail ${kind} create --name "My ${kind}"`
      : `There is more than one ${kind}: choose one with --${kind}. There are ${ids}.`,
  );
}

const LIST_COMMAND = {
  'API key': 'keys',
  'write key': 'writekey',
  workspace: 'workspace',
  project: 'project',
} as const;

function unknown(kind: keyof typeof LIST_COMMAND, id: string): never {
  throw new DomainError(
    'NOT_FOUND',
    `There is no ${kind} "${id}". To see the ids: chaintrail ${LIST_COMMAND[kind]} list`,
  );
}

function found<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const one = all.find((each) => each.id === id);
  if (one === undefined) throw new Error(`${id} is missing right after it was stored.`);
  return one;
}
