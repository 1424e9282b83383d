// Keys on a real application database: made once, the API key shown once, the write key the same each start.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/protocol/scopes.js';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createApiKeys } from '../../../src/server/keys/api-keys.js';
import { prepareKeys } from '../../../src/server/keys/first-start.js';
import { createKeysStore } from '../../../src/server/keys/store.js';
import { createWriteKeys, signWriteKey } from '../../../src/server/keys/write-keys.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
let database: ApplicationDatabase;

beforeAll(async () => {
  const path = await createTestDirectory(cleanUp);
  database = await openTestApplication({ directory: join(path, 'application') });
  cleanUp(() => database.close());
});

describe('prepareKeys', () => {
  it('leaves nothing behind when it fails half way', async () => {
    const failing: ApplicationDatabase = {
      ...database,
      transaction: (work) =>
        database.transaction((sql) =>
          work({
            query: (text, params) =>
              text.includes('INSERT INTO api_keys')
                ? Promise.reject(new Error('crashed'))
                : sql.query(text, params),
          }),
        ),
    };
    await expect(prepareKeys(failing)).rejects.toThrow('crashed');
    expect(await database.query('SELECT 1 FROM workspaces')).toEqual([]);
    expect(await database.query('SELECT 1 FROM secrets')).toEqual([]);
  });

  it('makes keys that work, replaces an API key nobody saw, and none that somebody saw', async () => {
    const store = createKeysStore(database);
    const apiKeys = createApiKeys(store);
    const first = await prepareKeys(database);
    const unseen = first.newApiKey?.plain;
    expect(unseen).toMatch(/^ct_[0-9a-f]{48}$/);
    expect(await apiKeys.identify(unseen)).toMatchObject({
      projectIds: [first.projectId],
      scopes: new Set(SCOPES),
    });
    const stored = JSON.stringify(await database.query('SELECT * FROM api_keys'));
    expect(stored).not.toContain(unseen);

    const second = await prepareKeys(database);
    expect(second.writeKey).toBe(first.writeKey);
    expect(second.newApiKey?.plain).not.toBe(unseen);
    await expect(apiKeys.identify(unseen)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await second.newApiKey?.markShown();

    const third = await prepareKeys(database);
    expect(third.writeKey).toBe(first.writeKey);
    expect(third.newApiKey).toBeUndefined();
    expect(await apiKeys.identify(second.newApiKey?.plain)).toMatchObject({
      projectIds: [first.projectId],
    });
  });

  it('makes another write key only where none of the first project is left', async () => {
    const { projectId, writeKey } = await prepareKeys(database);
    const store = createKeysStore(database);
    const { workspace_id: workspaceId = '' } = (await store.firstProject()) ?? {};
    await store.insertProject({ id: 'prj_other', workspaceId, name: 'Other' });
    await store.insertWriteKey({ id: 'wk_other', projectId: 'prj_other' });
    expect((await prepareKeys(database)).writeKey).toBe(writeKey);
    const keysOf = async (project: string) =>
      (await store.writeKeys()).filter(({ project_id }) => project_id === project);
    expect(await keysOf(projectId)).toHaveLength(1);
    await database.query('UPDATE write_keys SET revoked_at = now() WHERE project_id = $1', [
      projectId,
    ]);
    const later = await prepareKeys(database);
    expect(later.writeKey).not.toBe(writeKey);
    const [, made] = await keysOf(projectId);
    expect(made && (await signWriteKey(made, later.secret))).toBe(later.writeKey);
  });

  it('leaves an API key to the process that made it for as long as that may take to tell it', async () => {
    await database.query('UPDATE api_keys SET shown_at = NULL');
    const isShared = true;
    expect((await prepareKeys(database, { isShared })).newApiKey).toBeUndefined();
    await database.query("UPDATE api_keys SET created_at = created_at - interval '61 seconds'");
    const { newApiKey } = await prepareKeys(database, { isShared });
    expect(newApiKey).toBeDefined();
    await newApiKey?.markShown();
  });
});

describe('createWriteKeys', () => {
  it('notices a revocation within its refresh, and serves on while the database is away', async () => {
    const { secret, writeKey, projectId } = await prepareKeys(database);
    let now = 0;
    let isAway = false;
    const keys = createKeysStore(database);
    const writeKeys = createWriteKeys({
      secret,
      store: {
        writeKeys: () => (isAway ? Promise.reject(new Error('away')) : keys.writeKeys()),
      },
      refreshMs: 3_000,
      now: () => now,
    });
    expect(await writeKeys.identify(writeKey)).toMatchObject({ projectId });
    isAway = true;
    now = 3_000;
    expect(await writeKeys.identify(writeKey)).toMatchObject({ projectId });
    const strange = { id: 'wk_new', project_id: projectId, created_at: new Date(0).toISOString() };
    const newKey = await signWriteKey({ ...strange, revoked_at: null }, secret);
    // No refusal, which a sender would take as final: nobody can know that key now.
    await expect(writeKeys.identify(newKey)).rejects.toThrow('away');
    isAway = false;
    await database.query('UPDATE write_keys SET revoked_at = now()');
    now = 5_999;
    expect(await writeKeys.identify(writeKey)).toMatchObject({ projectId });
    now = 6_000;
    await expect(writeKeys.identify(writeKey)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('serves on while the database takes a question and never answers', async () => {
    const fresh = { id: 'wk_1', project_id: 'prj_1', created_at: new Date(0).toISOString() };
    const key = { ...fresh, revoked_at: null };
    const secret = Buffer.alloc(32, 1);
    let now = 0;
    let looks = 0;
    const writeKeys = createWriteKeys({
      secret,
      store: {
        writeKeys: () => {
          looks += 1;
          return looks === 1 ? Promise.resolve([key]) : new Promise(() => {});
        },
      },
      patienceMs: 1,
      now: () => now,
    });
    const token = await signWriteKey(key, secret);
    for (now of [0, 3_000, 5_999, 6_000]) {
      expect(await writeKeys.identify(token)).toEqual({ keyId: 'wk_1', projectId: 'prj_1' });
    }
    expect(looks).toBe(2);
  });
});
