// Makes sure there is a workspace with a project and keys, once, whatever moment a start was killed at.
import { randomBytes } from 'node:crypto';
import { SCOPES } from '../../protocol/scopes.js';
import type { ApplicationDatabase } from '../database/ports.js';
import { createApiKey, createId } from './api-keys.js';
import { createKeysStore, type KeysStore, type WriteKeyRecord } from './store.js';
import { signWriteKey } from './write-keys.js';

/** What a start prints. */
export interface StartKeys {
  readonly projectId: string;
  readonly writeKey: string;
  /** Signs the write keys of this server. */
  readonly secret: Uint8Array;
  /** Only when it was made now: afterwards nobody can read it. */
  readonly newApiKey?: {
    readonly plain: string;
    /** Call once it was printed; a start that finds it unprinted makes another. */
    markShown(): Promise<void>;
  };
}

const SECRET_NAME = 'write_key_signing';
const FIRST_KEY_NAME = 'First start';

export interface PrepareKeysOptions {
  /** Other processes may be starting on the same database. Default: none can. */
  readonly isShared?: boolean;
}

/** A process that has not printed its key by then is taken for dead. */
const TELLING_TAKES_MS = 60_000;

export async function prepareKeys(
  database: ApplicationDatabase,
  { isShared = false }: PrepareKeysOptions = {},
): Promise<StartKeys> {
  const prepared = await database.transaction(async (sql) => {
    const store = createKeysStore(sql);
    const { workspaceId, projectId, isFirst } = await firstProject(store);
    const secret = Buffer.from(await signingSecret(store), 'hex');
    const newApiKey = await firstApiKey(store, {
      workspaceId,
      isFirst,
      abandonedAfterMs: isShared ? TELLING_TAKES_MS : 0,
    });
    const writeKey = await signWriteKey(await workingWriteKey(store, projectId), secret);
    return { projectId, secret, newApiKey, writeKey };
  });
  const { newApiKey, ...keys } = prepared;
  if (newApiKey === undefined) return keys;
  const store = createKeysStore(database);
  return {
    ...keys,
    newApiKey: {
      plain: newApiKey.plain,
      markShown: () => store.markApiKeyShown(newApiKey.id),
    },
  };
}

async function firstProject(store: KeysStore) {
  const existing = await store.firstProject();
  if (existing !== undefined) {
    const { workspace_id: workspaceId, project_id: projectId } = existing;
    return { workspaceId, projectId, isFirst: false };
  }
  const workspaceId = createId('ws');
  const projectId = createId('prj');
  await store.insertWorkspace({ id: workspaceId, name: 'My workspace' });
  await store.insertProject({ id: projectId, workspaceId, name: 'My project' });
  return { workspaceId, projectId, isFirst: true };
}

/** When every key of the project is revoked, a new one: without any, no event gets in. */
async function workingWriteKey(store: KeysStore, projectId: string): Promise<WriteKeyRecord> {
  const find = async () =>
    (await store.writeKeys()).find((key) => key.project_id === projectId && !key.revoked_at);
  const existing = await find();
  if (existing !== undefined) return existing;
  await store.insertWriteKey({ id: createId('wk'), projectId });
  const made = await find();
  if (made === undefined) throw new Error(`Project ${projectId} has no write key.`);
  return made;
}

/** The secret that signs write keys; made when there is none. */
export const openSecret = (database: ApplicationDatabase): Promise<Uint8Array> =>
  database.transaction(async (sql) =>
    Buffer.from(await signingSecret(createKeysStore(sql)), 'hex'),
  );

async function signingSecret(store: KeysStore): Promise<string> {
  const existing = await store.secret(SECRET_NAME);
  if (existing !== undefined) return existing;
  const value = randomBytes(32).toString('hex');
  await store.insertSecret({ name: SECRET_NAME, value });
  return value;
}

/** A key that was made but never printed is of use to nobody: a new one takes its place. */
async function firstApiKey(
  store: KeysStore,
  about: {
    readonly workspaceId: string;
    readonly isFirst: boolean;
    readonly abandonedAfterMs: number;
  },
) {
  const { workspaceId, isFirst, abandonedAfterMs } = about;
  const unshown = await store.unshownApiKeys({
    workspaceId,
    name: FIRST_KEY_NAME,
    olderThanMs: abandonedAfterMs,
  });
  if (!isFirst && unshown.length === 0) return undefined;
  for (const id of unshown) await store.revokeApiKey(id);
  const { plain, record } = createApiKey({ workspaceId, name: FIRST_KEY_NAME, scopes: SCOPES });
  await store.insertApiKey(record);
  return { plain, id: record.id };
}
