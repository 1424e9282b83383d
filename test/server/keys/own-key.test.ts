// GET /v0/key describes the API key of the request, on a real application database with two workspaces.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/protocol/scopes.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createApiKey, createApiKeys } from '../../../src/server/keys/api-keys.js';
import { keysHandlers } from '../../../src/server/keys/handlers.js';
import { createOwnKey } from '../../../src/server/keys/own-key.js';
import { createKeysStore, type KeysStore } from '../../../src/server/keys/store.js';
import { createCleanup } from '../../support/cleanup.js';
import { startApp } from '../http/app-under-test.js';
import { openWorkspaces } from '../http/area-under-test.js';

const cleanUp = createCleanup();
let database: Awaited<ReturnType<typeof openWorkspaces>>['database'];
let store: KeysStore;
let app: Awaited<ReturnType<typeof startApp>>;

const start = async (perSecond = 0) => {
  const started = await startApp({
    perSecond,
    api: {
      apiKeys: createApiKeys(store),
      handlers: keysHandlers(createOwnKey(store)) as unknown as AppParts['api']['handlers'],
    },
  });
  cleanUp(started.close);
  return started;
};

beforeAll(async () => {
  const opened = await openWorkspaces();
  cleanUp(opened.close);
  ({ database } = opened);
  store = createKeysStore(database);
  app = await start();
});

beforeEach(() => database.query('DELETE FROM api_keys'));

/** Stores a key with any scopes in any order. */
const addKey = async (scopes: readonly string[], workspaceId = 'ws_1') => {
  const { plain, record } = createApiKey({ workspaceId, name: 'ci', scopes: [] });
  await store.insertApiKey({ ...record, scopes });
  return { plain, id: record.id };
};

const ask = async (key: string, { url } = app) => {
  const response = await fetch(`${url}/v0/key`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

it('returns the name, the sorted scopes and the projects, oldest first, and nothing else', async () => {
  await database.query(`UPDATE projects SET created_at = CASE id
    WHEN 'prj_2' THEN '2026-01-01T00:00:00Z'::timestamptz ELSE '2026-01-02T00:00:00Z' END`);
  const { plain, id } = await addKey([...SCOPES].reverse());
  await database.query("UPDATE api_keys SET created_at = '2026-01-03T00:00:00Z'");
  expect((await ask(plain)).body).toEqual({
    id,
    name: 'ci',
    workspace_id: 'ws_1',
    scopes: SCOPES,
    created_at: '2026-01-03T00:00:00.000Z',
    projects: [
      { id: 'prj_2', name: 'two', created_at: '2026-01-01T00:00:00.000Z' },
      { id: 'prj_1', name: 'one', created_at: '2026-01-02T00:00:00.000Z' },
    ],
  });
});

it('lists no project of another workspace', async () => {
  const ours = await ask((await addKey(SCOPES)).plain);
  const theirs = await ask((await addKey(SCOPES, 'ws_2')).plain);
  const idsOf = ({ body }: typeof ours) => body.projects.map(({ id }: { id: string }) => id).sort();
  expect([idsOf(ours), idsOf(theirs)]).toEqual([['prj_1', 'prj_2'], ['prj_3']]);
  expect([ours.body.workspace_id, theirs.body.workspace_id]).toEqual(['ws_1', 'ws_2']);
});

it('lists no projects where there are none yet', async () => {
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_empty', 'c')");
  const { plain } = await addKey(SCOPES, 'ws_empty');
  expect(await ask(plain)).toMatchObject({ status: 200, body: { projects: [] } });
});

it.each([...SCOPES.map((scope) => [scope]), []])(
  'works for a key with the scopes [%s]',
  async (...scopes) => {
    const { plain } = await addKey(scopes);
    expect(await ask(plain)).toMatchObject({ status: 200, body: { scopes } });
  },
);

it('counts for the rate limit', async () => {
  const limited = await start(2);
  const { plain } = await addKey(['query:read']);
  const remaining: unknown[] = [];
  for (const status of [200, 200, 429]) {
    const answer = await ask(plain, limited);
    expect(answer.status).toBe(status);
    remaining.push(answer.headers.get('ratelimit-remaining'));
  }
  expect(remaining).toEqual(['1', '0', '0']);
});

describe('is refused', () => {
  it('without a valid API key', async () => {
    const { plain, id } = await addKey(SCOPES);
    await store.revokeApiKey(id);
    for (const key of [plain, `ct_${'0'.repeat(48)}`, app.writeKey]) {
      expect(await ask(key)).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHORIZED' } },
      });
    }
  });

  it('for a key that was revoked meanwhile, or for another workspace', async () => {
    const ownKey = createOwnKey(store);
    const { id } = await addKey(SCOPES);
    const identity = { keyId: id, workspaceId: 'ws_1', projectIds: [], scopes: new Set<string>() };
    expect(await ownKey(identity)).toMatchObject({ id });
    const refused = { code: 'UNAUTHORIZED' };
    await expect(ownKey({ ...identity, workspaceId: 'ws_2' })).rejects.toMatchObject(refused);
    await store.revokeApiKey(id);
    await expect(ownKey(identity)).rejects.toMatchObject(refused);
  });
});
