// The keys of the first start, on a real application database: the API key is shown once, the write key stays the same.
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
  it('leaves nothing behind when it fails halfway', async () => {
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

  it('makes working keys, and replaces the API key only until it was shown', async () => {
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

  it('makes another write key only when all of the first project are revoked', async () => {
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

  it('does not replace an API key that another process may still be about to print', async () => {
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
  it('notices a revocation after its refresh time, and works while the database is away', async () => {
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
    // This is not UNAUTHORIZED, which senders take as final, because the key cannot be checked now.
    await expect(writeKeys.identify(newKey)).rejects.toThrow('away');
    isAway = false;
    await database.query('UPDATE write_keys SET revoked_at = now()');
    now = 5_999;
    expect(await writeKeys.identify(writeKey)).toMatchObject({ projectId });
    now = 6_000;
    await expect(writeKeys.identify(writeKey)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('works while the database does not answer', async () => {
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
