// Creates, lists and revokes keys, workspaces and projects, on a real application database.
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/protocol/scopes.js';
import type { EmbeddedApplication } from '../../../src/server/database/application/open-application.js';
import { createApiKeys } from '../../../src/server/keys/api-keys.js';
import { prepareKeys } from '../../../src/server/keys/first-start.js';
import { createKeysService, type KeysService } from '../../../src/server/keys/service.js';
import { createKeysStore } from '../../../src/server/keys/store.js';
import { createWriteKeys, signWriteKey } from '../../../src/server/keys/write-keys.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
let database: EmbeddedApplication;
let secret: Uint8Array;
let keys: KeysService;

beforeAll(async () => {
  const path = await createTestDirectory(cleanUp);
  database = await openTestApplication({ directory: join(path, 'application') });
  cleanUp(() => database.close());
  ({ secret } = await prepareKeys(database));
  keys = createKeysService({ database, secret });
});

describe('API keys', () => {
  it('work at once with the given scopes, where a write scope includes its read scope', async () => {
    const made = await keys.createApiKey({ name: 'ci', scopes: ['profiles:write', ' query:read'] });
    expect(made.scopes).toEqual(['query:read', 'profiles:read', 'profiles:write']);
    const identity = await createApiKeys(createKeysStore(database)).identify(made.api_key);
    expect(identity).toMatchObject({ keyId: made.id, scopes: new Set(made.scopes) });
  });

  it('are listed without the key itself and its hash', async () => {
    const made = await keys.createApiKey({ name: 'listed', scopes: ['all'] });
    const listed = await keys.apiKeys();
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({
      name: 'listed',
      last4: made.api_key.slice(-4),
      scopes: SCOPES,
      revoked_at: null,
    });
    expect(JSON.stringify(listed)).not.toMatch(/ct_[0-9a-f]{48}|hash/);
  });

  it('are invalid at once when revoked, and keep the time of the first revocation', async () => {
    const made = await keys.createApiKey({ name: 'short', scopes: ['all'] });
    const first = await keys.revokeApiKey(made.id);
    expect(await keys.revokeApiKey(made.id)).toEqual(first);
    const apiKeys = createApiKeys(createKeysStore(database));
    await expect(apiKeys.identify(made.api_key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('and write keys are distinguished in the error when one is used for the other', async () => {
    const store = createKeysStore(database);
    const { api_key: apiKey } = await keys.createApiKey({ name: 'mixed up', scopes: ['all'] });
    const { write_key: writeKey } = await keys.createWriteKey({});
    await expect(createApiKeys(store).identify(writeKey)).rejects.toThrow('is a write key');
    await expect(createWriteKeys({ secret, store }).identify(apiKey)).rejects.toThrow(
      'is an API key, which must stay secret',
    );
  });

  it('survive the next start under any name', async () => {
    const made = await keys.createApiKey({ name: 'First start', scopes: ['all'] });
    await prepareKeys(database);
    const listed = await keys.apiKeys();
    expect(listed.find(({ id }) => id === made.id)?.revoked_at).toBeNull();
  });

  it.each([[['nope']], [[]], [['']]])(
    'refuse the scopes %j and list the existing ones',
    async (scopes) => {
      await expect(keys.createApiKey({ name: 'x', scopes })).rejects.toMatchObject({
        name: 'DomainError',
        code: 'BAD_REQUEST',
        message: expect.stringContaining('profiles:write'),
      });
    },
  );
});

it.each(['revokeApiKey', 'revokeWriteKey'] as const)('%s names an unknown id', async (method) => {
  await expect(keys[method]('key_none')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('"key_none"'),
  });
});

describe('write keys', () => {
  it('work until they are revoked', async () => {
    const [project] = await keys.projects();
    const made = await keys.createWriteKey({});
    const verify = createWriteKeys({ secret, store: createKeysStore(database), refreshMs: 0 });
    expect(await verify.identify(made.write_key)).toEqual({
      keyId: made.id,
      projectId: project?.id,
    });
    expect(await keys.writeKeys()).toContainEqual(made);
    await keys.revokeWriteKey(made.id);
    await expect(verify.identify(made.write_key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('are invalid when revoked, also after the clock was set back', async () => {
    const made = await keys.createWriteKey({});
    let now = 3_600_000;
    const verify = createWriteKeys({ secret, store: createKeysStore(database), now: () => now });
    expect(await verify.identify(made.write_key)).toMatchObject({ keyId: made.id });
    now = 0;
    await keys.revokeWriteKey(made.id);
    await expect(verify.identify(made.write_key)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('signed with an expiry are invalid from that second on, also when cached', async () => {
    const made = await keys.createWriteKey({});
    let now = 0;
    const verify = createWriteKeys({ secret, store: createKeysStore(database), now: () => now });
    const { key_id, project_id } = decodeJwt(made.write_key);
    const token = await new SignJWT({ key_id, project_id })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(60)
      .sign(secret);
    expect(await verify.identify(token)).toMatchObject({ keyId: made.id });
    now = 59_999;
    expect(await verify.identify(token)).toMatchObject({ keyId: made.id });
    now = 60_000;
    await expect(verify.identify(token)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'The write key has expired.',
    });
  });

  it('work as soon as they are created, and a missing one is looked up only once', async () => {
    let looks = 0;
    const store = createKeysStore(database);
    const writeKeys = () => {
      looks += 1;
      return store.writeKeys();
    };
    const verify = createWriteKeys({ secret, store: { writeKeys }, now: () => 0 });
    for (const made of [await keys.createWriteKey({}), await keys.createWriteKey({})]) {
      expect(await verify.identify(made.write_key)).toMatchObject({ keyId: made.id });
    }
    const lost = { id: 'wk_lost', project_id: 'prj', created_at: new Date().toISOString() };
    const token = await signWriteKey({ ...lost, revoked_at: null }, secret);
    const before = looks;
    for (let repeat = 0; repeat < 3; repeat += 1) {
      await expect(verify.identify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(looks).toBe(before + 1);
  });

  it('work while a lookup from before their creation is still in progress', async () => {
    const store = createKeysStore(database);
    let answerFirst = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const older = await keys.createWriteKey({});
    const before = await store.writeKeys();
    let looks = 0;
    const writeKeys = async () => {
      looks += 1;
      if (looks > 1) return store.writeKeys();
      await mayAnswer;
      return before;
    };
    let clockReadings = 0;
    const now = () => {
      clockReadings += 1;
      return 0;
    };
    const verify = createWriteKeys({ secret, store: { writeKeys }, now });
    const others = verify.identify(older.write_key);
    await eventually(() => looks === 1);
    const made = await keys.createWriteKey({});
    const readingsOfOne = clockReadings;
    const identity = verify.identify(made.write_key);
    // The last clock reading comes before it waits for the lookup, as with the other request.
    await eventually(() => clockReadings === 2 * readingsOfOne);
    answerFirst();
    expect(await identity).toMatchObject({ keyId: made.id });
    expect(await others).toMatchObject({ keyId: older.id });
    await Promise.all([older, made].map(({ id }) => keys.revokeWriteKey(id)));
  });

  it('are replaced at the next start when all of the first project are revoked', async () => {
    for (const { id } of await keys.writeKeys()) await keys.revokeWriteKey(id);
    const { writeKey } = await prepareKeys(database);
    const usable = (await keys.writeKeys()).filter((key) => key.revoked_at === null);
    expect(usable.map((key) => key.write_key)).toEqual([writeKey]);
  });
});

it('requires a workspace once there are two, and keeps their keys apart', async () => {
  const other = await keys.createWorkspace({ name: 'Other' });
  await expect(keys.createApiKey({ name: 'x', scopes: ['all'] })).rejects.toMatchObject({
    name: 'DomainError',
    code: 'BAD_REQUEST',
    message: expect.stringContaining(other.id),
  });
  const project = await keys.createProject({ name: 'Theirs', workspace: other.id });
  const made = await keys.createApiKey({ name: 'x', scopes: ['all'], workspace: other.id });
  const identity = await createApiKeys(createKeysStore(database)).identify(made.api_key);
  expect(identity).toMatchObject({ workspaceId: other.id, projectIds: [project.id] });
  await expect(keys.createProject({ name: 'x', workspace: 'ws_none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('workspaces and projects', () => {
  it('are renamed', async () => {
    const workspace = await keys.createWorkspace({ name: 'Tema' });
    const project = await keys.createProject({ name: 'Dap', workspace: workspace.id });
    const renamed = { id: workspace.id, name: 'Team' };
    expect(await keys.renameWorkspace(renamed)).toEqual({ ...workspace, name: 'Team' });
    const { write_key: _, ...known } = project;
    const dapp = { ...known, name: 'Dapp' };
    expect(await keys.renameProject({ id: project.id, name: 'Dapp' })).toEqual(dapp);
    expect(await keys.projects()).toContainEqual(dapp);
    for (const rename of [keys.renameWorkspace, keys.renameProject]) {
      await expect(rename({ id: 'none', name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('can be deleted once they have no write key and no content', async () => {
    const { id: workspace } = await keys.createWorkspace({ name: 'Team' });
    const { id } = await keys.createProject({ name: 'Dapp', workspace });
    const refusal = (why: string) => ({ code: 'CONFLICT', message: expect.stringContaining(why) });
    await expect(keys.deleteProject(id)).rejects.toMatchObject(refusal('only project'));
    const other = await keys.createProject({ name: 'Mistake', workspace });
    const key = (await keys.writeKeys()).find(({ project_id }) => project_id === other.id);
    const revoke = `chaintrail writekey revoke ${key?.id}`;
    await expect(keys.deleteProject(other.id)).rejects.toMatchObject(refusal(revoke));
    await keys.revokeWriteKey(key?.id ?? '');
    await database.query(
      'INSERT INTO boards (id, project_id, title, public_id) VALUES ($1, $2, $1, $1)',
      ['brd_1', other.id],
    );
    await expect(keys.deleteProject(other.id)).rejects.toMatchObject(refusal('1 board.'));
    await database.query('DELETE FROM boards WHERE id = $1', ['brd_1']);
    const failing = () => Promise.reject(new Error('disk full'));
    await expect(keys.deleteProject(other.id, failing)).rejects.toThrow('disk full');
    expect(await keys.deleteProject(other.id)).toMatchObject({ id: other.id, name: 'Mistake' });
    expect((await keys.projects()).map((one) => one.id)).not.toContain(other.id);
    await expect(keys.deleteProject(other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
