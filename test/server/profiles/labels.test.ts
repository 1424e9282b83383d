// Labels over HTTP: writing, precedence of values, reading, and validation.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const NOW = Date.UTC(2026, 5, 15, 12);
const SOLANA = 'So11111111111111111111111111111111111111112';
const at = (offsetMs: number) => new Date(NOW + offsetMs).toISOString();
const HOUR_MS = 3_600_000;
let now = NOW;
let profiles: ProfilesUnderTest;
let wallets = 100;
const nextWallet = (): string => getAddress(wallet(++wallets));

beforeAll(async () => {
  profiles = await startProfiles(() => now);
  cleanUp(profiles.close);
});

const upsert = (address: string, body: unknown, query = '?project_id=prj_1') =>
  profiles.call('POST', `/v0/profiles/${address}/labels${query}`, body);
const remove = (address: string, body: unknown, query = '?project_id=prj_1') =>
  profiles.call('DELETE', `/v0/profiles/${address}/labels${query}`, body);
const labelsOf = async (address: string, query = '&project_id=prj_1') =>
  (await profiles.call('GET', `/v0/profiles/${address}?expand=labels${query}`)).body.labels;
const found = async (condition: object, query = '?project_id=prj_1') => {
  const body = { conditions: [condition] };
  const answer = await profiles.call('POST', `/v0/profiles${query}`, body);
  return answer.body.data.map((one: { address: string }) => one.address);
};

describe('writing labels', () => {
  it('answers one label with one object, normalised and with defaults', async () => {
    const address = nextWallet();
    const { status, body } = await upsert(address.toLowerCase(), { tag_id: '  Provider.VIP ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      address,
      tag_id: 'provider.vip',
      value: '',
      chain_id: '',
      source: 'api',
      timestamp: at(0),
    });
    expect(await labelsOf(address)).toEqual([
      { id: 'provider.vip', value: '', chain_id: '-', source: 'api' },
    ]);
  });

  it('answers an array with an array, and keeps one label per tag and chain', async () => {
    const address = nextWallet();
    const { status, body } = await upsert(address, [
      { tag_id: 'score', value: '7', chain_id: '1', timestamp: at(-HOUR_MS) },
      { tag_id: 'score', value: '8', chain_id: '10', other: 'ignored' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { value: '7', chain_id: '1', timestamp: at(-HOUR_MS) },
      { value: '8', chain_id: '10', timestamp: at(0) },
    ]);
    const stored = await profiles.database.query<{ at: number }>(
      `SELECT toUnixTimestamp64Milli(timestamp) AS at FROM wallet_labels FINAL
       WHERE wallet = {wallet:String} ORDER BY chain_id`,
      { wallet: address.toLowerCase() },
    );
    expect(stored.data).toEqual([{ at: NOW - HOUR_MS }, { at: NOW }]);
    expect(await labelsOf(address)).toMatchObject([
      { id: 'score', value: '7', chain_id: '1' },
      { id: 'score', value: '8', chain_id: '10' },
    ]);
  });

  it('accepts labels as a profile shows them, also with the chain "-"', async () => {
    const address = nextWallet();
    await upsert(address, { tag_id: 'tier', value: 'gold' });
    const [{ id: tag_id, chain_id }] = await labelsOf(address);
    const { body } = await upsert(address, { tag_id, chain_id, value: 'silver', timestamp: at(0) });
    expect(body).toMatchObject({ chain_id: '', value: 'silver' });
    expect(await labelsOf(address)).toMatchObject([{ id: 'tier', value: 'silver', chain_id: '-' }]);
    expect((await remove(address, { tag_id, chain_id })).status).toBe(204);
    expect(await labelsOf(address)).toEqual([]);
  });

  it('accepts Solana addresses and known ENS names', async () => {
    expect((await upsert(SOLANA, { tag_id: 'a' })).body.address).toBe(SOLANA);
    const address = nextWallet();
    const properties = { ens: 'labelled.eth' };
    await profiles.store([{ at: NOW, type: 'identify', address, properties }]);
    expect((await upsert('Labelled.eth', { tag_id: 'a' })).body.address).toBe(address);
  });

  it('never replaces a newer label by an older one', async () => {
    const address = nextWallet();
    await upsert(address, { tag_id: 'tier', value: 'new', timestamp: at(-HOUR_MS) });
    await upsert(address, { tag_id: 'tier', value: 'old', timestamp: at(-2 * HOUR_MS) });
    expect(await labelsOf(address)).toMatchObject([{ value: 'new' }]);
    await upsert(address, { tag_id: 'tier', _is_deleted: 1, timestamp: at(-3 * HOUR_MS) });
    expect(await labelsOf(address)).toMatchObject([{ value: 'new' }]);
    const ended = await upsert(address, { tag_id: 'tier', _is_deleted: 1 });
    expect(ended.body).not.toHaveProperty('_is_deleted');
    expect(await labelsOf(address)).toEqual([]);
  });

  it('creates the profile of the wallet', async () => {
    const address = nextWallet();
    expect((await profiles.call('GET', `/v0/profiles/${address}`)).status).toBe(404);
    await upsert(address, { tag_id: 'known' });
    expect((await profiles.call('GET', `/v0/profiles/${address}`)).status).toBe(200);
    expect(await found({ field: 'labels.known', op: 'eq', value: '' })).toEqual([address]);
  });

  it('accepts timestamps up to a minute ahead, and such a label can be deleted at once', async () => {
    const address = nextWallet();
    expect((await upsert(address, { tag_id: 'soon', timestamp: at(60_000) })).status).toBe(200);
    const early = await upsert(address, { tag_id: 'soon', timestamp: at(60_001) });
    expect(early.status).toBe(400);
    expect(early.body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'body.timestamp' });
    await remove(address, { tag_id: 'soon' });
    expect(await labelsOf(address)).toEqual([]);
  });

  it('replaces and deletes labels after the clock was set back', async () => {
    const address = nextWallet();
    await upsert(address, { tag_id: 'tier', value: 'old' });
    now = NOW - HOUR_MS;
    await upsert(address, { tag_id: 'tier', value: 'new' });
    expect(await labelsOf(address)).toMatchObject([{ value: 'new' }]);
    await remove(address, { tag_id: 'tier' });
    expect(await labelsOf(address)).toEqual([]);
    now = NOW;
  });

  it('refuses timestamps before 1970', async () => {
    const timestamp = '1969-12-31T23:59:59.999Z';
    const address = nextWallet();
    const { status, body } = await upsert(address, { tag_id: 'old', timestamp });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'body.timestamp' });
    expect(body.error.message).toContain(timestamp);
    const first = await upsert(address, { tag_id: 'old', timestamp: '1970-01-01T00:00:00Z' });
    expect(first.body.timestamp).toBe('1970-01-01T00:00:00.000Z');
  });

  it('writes all labels or none', async () => {
    const address = nextWallet();
    const answer = await upsert(address, [
      { tag_id: 'fine' },
      { tag_id: 'late', _is_deleted: 1, timestamp: at(HOUR_MS) },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'body.1.timestamp' });
    expect((await profiles.call('GET', `/v0/profiles/${address}`)).status).toBe(404);
  });

  it('accepts the largest values', async () => {
    const address = nextWallet();
    const longest = { tag_id: 'a'.repeat(128), value: 'v'.repeat(1_024), chain_id: '1'.repeat(64) };
    expect((await upsert(address, longest)).body).toMatchObject(longest);
    const many = Array.from({ length: 100 }, (_, index) => ({ tag_id: `tag-${index}` }));
    expect((await upsert(address, many)).body).toHaveLength(100);
  });

  it.each([
    ['a missing tag', {}],
    ['an empty tag', { tag_id: ' ' }],
    ['a tag of 129 characters', { tag_id: 'a'.repeat(129) }],
    ['a tag with a space', { tag_id: 'a b' }],
    ['a tag that is a number', { tag_id: 7 }],
    ['a value that is a number', { tag_id: 'a', value: 7 }],
    ['a value of 1,025 characters', { tag_id: 'a', value: 'v'.repeat(1_025) }],
    ['a chain of 65 characters', { tag_id: 'a', chain_id: '1'.repeat(65) }],
    ['a date for a timestamp', { tag_id: 'a', timestamp: 'yesterday' }],
    ['another mark of deletion', { tag_id: 'a', _is_deleted: 2 }],
    ['no labels', []],
    ['101 labels', Array.from({ length: 101 }, () => ({ tag_id: 'a' }))],
    ['one invalid label of several', [{ tag_id: 'a' }, { tag_id: '' }]],
    ['a text', 'vip'],
    ['null', null],
  ])('refuses %s', async (_what, body) => {
    const answer = await upsert(nextWallet(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('INVALID_VALIDATION_REQUEST');
    const [path] = Object.keys(answer.body.error.details);
    expect(path).toMatch(/^body/);
  });
});

describe('deleting a label', () => {
  it('deletes only the label without a chain, or that of the given chain', async () => {
    const address = nextWallet();
    await upsert(address, [{ tag_id: 'a' }, { tag_id: 'a', chain_id: '1' }, { tag_id: 'b' }]);
    const { status, body } = await remove(address, { tag_id: ' A ' });
    expect([status, body]).toEqual([204, undefined]);
    expect(await labelsOf(address)).toMatchObject([
      { id: 'a', chain_id: '1' },
      { id: 'b', chain_id: '-' },
    ]);
    await remove(address, { tag_id: 'a', chain_id: '1' });
    expect(await labelsOf(address)).toMatchObject([{ id: 'b' }]);
    expect(await found({ field: 'labels.a', op: 'eq', value: '' })).not.toContain(address);
  });

  it('succeeds when there is none', async () => {
    expect((await remove(nextWallet(), { tag_id: 'never' })).status).toBe(204);
  });

  it('does not create a profile', async () => {
    const address = nextWallet();
    const totalOf = async () =>
      (await profiles.call('POST', '/v0/profiles?project_id=prj_1', {})).body.meta.total;
    const before = await totalOf();
    await remove(address, { tag_id: 'never' });
    expect((await profiles.call('GET', `/v0/profiles/${address}`)).status).toBe(404);
    expect(await totalOf()).toBe(before);
  });

  it('lets the label be written again', async () => {
    const address = nextWallet();
    await upsert(address, { tag_id: 'a', value: '1' });
    await remove(address, { tag_id: 'a' });
    now += 1;
    await upsert(address, { tag_id: 'a', value: '2' });
    expect(await labelsOf(address)).toMatchObject([{ value: '2' }]);
    now = NOW;
  });

  it.each([{}, { tag_id: '' }, { tag_id: 'a', chain_id: 1 }, []])('refuses %j', async (body) => {
    const answer = await remove(nextWallet(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('INVALID_VALIDATION_REQUEST');
  });
});

describe.each([
  ['POST', upsert],
  ['DELETE', remove],
])('%s of labels', (method, call) => {
  it('refuses an invalid address', async () => {
    const { status, body } = await call('0x12', { tag_id: 'a' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'params.address' });
  });

  it('requires project_id when there are several, and accepts only those of the workspace', async () => {
    const unnamed = await call(nextWallet(), { tag_id: 'a' }, '');
    expect(unnamed.status).toBe(400);
    expect(unnamed.body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'query.project_id' });
    const theirs = await call(nextWallet(), { tag_id: 'a' }, '?project_id=prj_theirs');
    expect(theirs.status).toBe(404);
    expect(theirs.body.error.code).toBe('NOT_FOUND');
  });

  it('needs profiles:write', async () => {
    const key = profiles.app.addApiKey(['profiles:read']);
    const path = `/v0/profiles/${nextWallet()}/labels?project_id=prj_1`;
    const response = await profiles.app.api(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tag_id: 'a' }),
    });
    expect(response.status).toBe(403);
    expect(JSON.stringify(await response.json())).toContain('profiles:write');
  });
});

it('shows and finds the latest label of several projects that is not deleted', async () => {
  const address = nextWallet();
  await upsert(address, { tag_id: 'shared', value: 'one', timestamp: at(-2 * HOUR_MS) });
  const second = { tag_id: 'shared', value: 'two', timestamp: at(-HOUR_MS) };
  await upsert(address, second, '?project_id=prj_2');
  const condition = (value: string) => ({ field: 'labels.shared', op: 'eq', value });
  expect(await labelsOf(address, '')).toMatchObject([{ value: 'two' }]);
  expect(await found(condition('two'), '')).toEqual([address]);
  expect(await found(condition('one'), '')).toEqual([]);
  // After the deletion in one project, the label of the other remains.
  await remove(address, { tag_id: 'shared' }, '?project_id=prj_2');
  expect(await labelsOf(address, '')).toMatchObject([{ value: 'one' }]);
  expect(await found(condition('one'), '')).toEqual([address]);
});
