// `POST /v0/import`: imported wallets and invalid addresses.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const SOLANA = 'So11111111111111111111111111111111111111112';
let profiles: ProfilesUnderTest;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
});

const send = (addresses: unknown, writeKey: unknown = 'prj_1') =>
  profiles.call('POST', '/v0/import', { addresses, writeKey });
const total = async (project: string): Promise<number> =>
  (await profiles.call('POST', `/v0/profiles?project_id=${project}&limit=1`)).body.meta.total;

describe('an import', () => {
  it('adds wallets to the project of the write key only', async () => {
    const checksummed = getAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
    const { status, body } = await send([checksummed, ` ${wallet(1)} `, SOLANA]);
    expect(status).toBe(201);
    expect(body).toEqual({ successful_rows: 3, quarantined_rows: 0 });
    expect(await total('prj_1')).toBe(3);
    expect(await total('prj_2')).toBe(0);
    const found = await profiles.call('GET', `/v0/profiles/${checksummed}?project_id=prj_1`);
    expect(found.body).toMatchObject({
      address: checksummed,
      lifecycle: null,
      first_seen: null,
      num_sessions: null,
      revenue: null,
      activity_dates: null,
    });
  });

  it('stores a repeated wallet once, in any letter case', async () => {
    const before = await total('prj_1');
    const again = [wallet(1), wallet(1).toUpperCase().replace('0X', '0x'), wallet(1)];
    expect((await send(again)).body).toEqual({ successful_rows: 3, quarantined_rows: 0 });
    expect(await total('prj_1')).toBe(before);
  });

  it('reports each invalid address by its index, and stores the others', async () => {
    const { status, body } = await send([
      wallet(2),
      '0x12',
      7,
      null,
      'x'.repeat(500),
      'vitalik.eth',
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ successful_rows: 1, quarantined_rows: 5 });
    expect(body.errors).toMatchObject([
      { index: 1, address: '0x12', reason: 'is neither an EVM nor a Solana address' },
      { index: 2, address: '7' },
      { index: 3, address: 'null' },
      { index: 4, address: 'x'.repeat(128) },
      { index: 5, address: 'vitalik.eth' },
    ]);
  });

  it('accepts 10,000 addresses and refuses one more', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => wallet(1_000_000 + index));
    const before = await total('prj_2');
    expect((await send(many, 'prj_2')).body.successful_rows).toBe(10_000);
    expect(await total('prj_2')).toBe(before + 10_000);
    const { status, body } = await send([...many, wallet(3)]);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'INVALID_VALIDATION_REQUEST',
      param: 'body.addresses',
    });
  });

  it('refuses a list without any valid address', async () => {
    const { status, body } = await send(['0x12', 'nobody']);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'body.addresses' });
  });

  it.each(['prj_theirs', 'nonsense'])('refuses the write key %s', async (writeKey) => {
    const { status, body } = await send([wallet(4)], writeKey);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'body.writeKey' });
  });

  it.each([
    [[], 'prj_1', 'body.addresses'],
    [undefined, 'prj_1', 'body.addresses'],
    ['0x12', 'prj_1', 'body.addresses'],
    [[SOLANA], '', 'body.writeKey'],
    [[SOLANA], 7, 'body.writeKey'],
  ])('refuses addresses %j with key %j', async (addresses, writeKey, param) => {
    const { status, body } = await send(addresses, writeKey);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'INVALID_VALIDATION_REQUEST', param });
  });

  it('needs profiles:write', async () => {
    const key = profiles.app.addApiKey(['profiles:read']);
    const response = await profiles.app.api('/v0/import', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: [SOLANA], writeKey: 'prj_1' }),
    });
    expect(response.status).toBe(403);
    expect(JSON.stringify(await response.json())).toContain('profiles:write');
  });
});
