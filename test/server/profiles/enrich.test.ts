// Enrichment from a file: the resulting profiles and searches, invalid rows, and repetition.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAddress } from 'ethers';
import { beforeAll, expect, it } from 'vitest';
import { clearEnrichment, enrich } from '../../../src/server/profiles/enrich.js';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const ALICE = getAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
const TOKEN = getAddress(wallet(0xabc));
let profiles: ProfilesUnderTest;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
  await profiles.call('POST', '/v0/import', { addresses: [ALICE, wallet(1)], writeKey: 'prj_1' });
});

const read = async (...rows: readonly unknown[]) => {
  const file = join(profiles.directory, 'given.ndjson');
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  await writeFile(file, lines.join('\n'));
  return enrich({ analytics: profiles.database, dataDirectory: profiles.directory }, file);
};
const found = async (field: string, op: string, value: unknown) => {
  const body = { conditions: [{ field, op, value }] };
  const answer = await profiles.call('POST', '/v0/profiles?project_id=prj_1', body);
  return answer.body.data.map((one: { address: string }) => one.address);
};

const row = {
  address: ALICE.toLowerCase(),
  net_worth_usd: 12.5,
  tx_count: 7,
  first_onchain: '2020-01-01T00:00:00.000Z',
  last_onchain: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-02-01T00:00:00.000Z',
  identity: { ens: 'alice.eth' },
  chains: [
    { chain_id: '10', net_worth_usd: 2 },
    { chain_id: '1', net_worth_usd: 10.5 },
  ],
  apps: [
    { chain_id: '1', id: 'uni' },
    { chain_id: '1', id: 'aave', balance_usd: 3 },
  ],
  tokens: [
    { chain_id: '1', token_address: 'eth', balance: '0.5', balance_usd: 1 },
    {
      chain_id: '1',
      token_address: TOKEN.toLowerCase(),
      balance: '9',
      balance_usd: 4,
      app_id: 'aave',
    },
  ],
};

it('fills profiles and the fields of searches', async () => {
  expect(await read(row, '', { address: wallet(1), net_worth_usd: 1 })).toEqual({
    rows: 2,
    refused: 0,
    errors: [],
  });
  const profile = await profiles.call('GET', `/v0/profiles/${ALICE}?expand=chains,apps,tokens`);
  expect(profile.body).toMatchObject({
    net_worth_usd: 12.5,
    tx_count: 7,
    first_onchain: '2020-01-01T00:00:00.000Z',
    updated_at: '2026-02-01T00:00:00.000Z',
    ens: 'alice.eth',
    chains: [{ chain_id: '1', net_worth_usd: 10.5, first_onchain: null }, { chain_id: '10' }],
    apps: [
      { id: 'aave', balance_usd: 3, img: null },
      { id: 'uni', balance_usd: 0, name: '' },
    ],
    tokens: [{ token_address: TOKEN, balance: '9', app_id: 'aave' }, { token_address: 'eth' }],
  });
  expect(await found('users.net_worth_usd', 'gt', 1)).toEqual([ALICE]);
  expect(await found('users.ens', 'eq', true)).toEqual([ALICE]);
  expect(await found('chains.1.balance', 'gte', 10.5)).toEqual([ALICE]);
  expect(await found('apps.aave.balance', 'eq', 3)).toEqual([ALICE]);
  expect(await found(`tokens.${TOKEN.toUpperCase().replace('0X', '0x')}.balance`, 'gt', 8)).toEqual(
    [ALICE],
  );
});

it('finds apps whose ids contain dots, with and without a chain, also a named one', async () => {
  await read({
    address: ALICE,
    apps: [
      { chain_id: '1', id: 'curve.fi', balance_usd: 2 },
      { chain_id: '10', id: 'curve.fi', balance_usd: 3 },
      { chain_id: 'base', id: 'uni', balance_usd: 4 },
      { chain_id: 'base', id: 'v2.uni', balance_usd: 5 },
      { chain_id: '1', id: 'my app.v2', balance_usd: 6 },
    ],
  });
  for (const [app, worth] of [
    ['curve.fi', 5],
    ['1.curve.fi', 2],
    ['base.uni', 4],
    ['base.v2.uni', 5],
    ['my app.v2', 6],
  ] as const) {
    expect([app, await found(`apps.${app}.balance`, 'eq', worth)]).toEqual([app, [ALICE]]);
  }
  expect(await found('apps.1.uni.balance', 'gt', 0)).toEqual([]);
  for (const app of ['', '1.', '.uni', 'a..b']) {
    const conditions = [{ field: `apps.${app}.balance`, op: 'eq', value: 0 }];
    expect((await profiles.call('POST', '/v0/profiles', { conditions })).status).toBe(400);
  }
  await read(row);
});

it('uses the latest row of a wallet within and across files, also when repeated', async () => {
  await read({ address: ALICE, tx_count: 1 }, { address: ALICE.toLowerCase(), tx_count: 2 });
  const get = async () => (await profiles.call('GET', `/v0/profiles/${ALICE}`)).body;
  expect(await get()).toMatchObject({ tx_count: 2, net_worth_usd: 0, ens: null });
  await read(row);
  const once = await get();
  await read(row);
  expect(await get()).toEqual(once);
  expect(once.tx_count).toBe(7);
});

it('replaces a row that was stored by a clock that has been set back since, again and again', async () => {
  const stored_at = `${new Date().getUTCFullYear() + 1}-12-31 00:00:00.000`;
  const ahead = { wallet: ALICE.toLowerCase(), net_worth_usd: 5, stored_at };
  await profiles.load('wallet_enrichment', [ahead]);
  for (const tx_count of [1, 2]) {
    await read({ address: ALICE, tx_count }, { address: wallet(1), tx_count });
    const { body } = await profiles.call('GET', `/v0/profiles/${ALICE}`);
    expect(body).toMatchObject({ tx_count, net_worth_usd: 0 });
    expect(await found('users.tx_count', 'eq', tx_count)).toEqual([getAddress(wallet(1)), ALICE]);
  }
  await read(row);
});

it('accepts null for unknown identities, as profiles show them', async () => {
  const identity = { ens: 'alice.eth', twitter: null, email: null };
  expect(await read({ ...row, identity })).toEqual({ rows: 1, refused: 0, errors: [] });
  const { body } = await profiles.call('GET', `/v0/profiles/${ALICE}`);
  expect(body).toMatchObject(identity);
  expect(await found('users.twitter', 'eq', true)).toEqual([]);
  await read(row);
});

it('reports invalid rows by line and reason, and stores the others', async () => {
  const answer = await read(
    '{',
    { address: '0x12' },
    { address: wallet(1), net_worth: 5 },
    { address: wallet(1), tx_count: -1 },
    { address: wallet(1), tokens: [{ chain_id: '1', token_address: 'eth', balance: 'much' }] },
    { address: wallet(1), tokens: [{ chain_id: '1', token_address: 'a b', balance: '1' }] },
    { address: wallet(1), net_worth_usd: 77 },
  );
  expect(answer).toMatchObject({ rows: 1, refused: 6 });
  expect(answer.errors.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(answer.errors[0]?.reason).toBe('is not valid JSON');
  expect(answer.errors[1]?.reason).toContain('address');
  expect(answer.errors[2]?.reason).toContain('net_worth');
  expect(answer.errors[4]?.reason).toContain('tokens.0.balance');
  expect(answer.errors[5]?.reason).toContain('"a b"');
  expect(await found('users.net_worth_usd', 'eq', 77)).toEqual([getAddress(wallet(1))]);
});

it('reports the first 100 invalid rows, and counts all', async () => {
  const { refused, errors } = await read(...Array<string>(101).fill('{'));
  expect([refused, errors.length]).toEqual([101, 100]);
});

it('accepts times in every valid form, limits them to years 1 to 9999, and replaces lone surrogates', async () => {
  const answer = await read({
    address: ALICE,
    first_onchain: '2016-12-31t23:59:59z',
    last_onchain: '2016-12-31\u00a023:59:59.5+01:30',
    updated_at: '0000-01-01T00:00:00+23:59',
    identity: { display_name: 'half \ud800' },
    chains: [{ chain_id: '1', first_onchain: '2016-12-31 23:59:60+00', last_onchain: null }],
  });
  expect(answer).toEqual({ rows: 1, refused: 0, errors: [] });
  const { body } = await profiles.call('GET', `/v0/profiles/${ALICE}?expand=chains`);
  expect(body).toMatchObject({
    first_onchain: '2016-12-31T23:59:59.000Z',
    last_onchain: '2016-12-31T22:29:59.500Z',
    updated_at: '0001-01-01T00:00:00.000Z',
    display_name: 'half \ufffd',
    chains: [{ first_onchain: '2017-01-01T00:00:00.000Z', last_onchain: null }],
  });
});

it('refuses counts that are too large, by their line', async () => {
  const answer = await read(
    { address: ALICE, tx_count: 1e300 },
    { address: ALICE, chains: [{ chain_id: '1', tx_count: 2 ** 64 }] },
    { address: ALICE, tx_count: 3 },
  );
  expect(answer).toMatchObject({ rows: 1, refused: 2 });
  expect(answer.errors.map(({ line }) => line)).toEqual([1, 2]);
});

it('loads large rows in small batches, so that a file can be larger than the memory', async () => {
  const img = 'x'.repeat(2_000);
  const token = { chain_id: '1', token_address: 'eth', balance: '1', img };
  const tokens = Array.from({ length: 1_000 }, () => token);
  const lines = Array.from({ length: 20 }, (_, at) =>
    JSON.stringify({ address: wallet(at), tokens }),
  );
  const file = join(profiles.directory, 'given.ndjson');
  await writeFile(file, lines.join('\n'));
  const loaded: number[] = [];
  const analytics = {
    ...profiles.database,
    load: async ({ file }: { readonly file: string }) => {
      loaded.push((await readFile(file)).length);
    },
    execute: async () => {},
  };
  const answer = await enrich({ analytics, dataDirectory: profiles.directory }, file);
  expect(answer.rows).toBe(20);
  expect(loaded.length).toBeGreaterThan(1);
  expect(Math.max(...loaded)).toBeLessThan(20_000_000);
});

it('excludes deletions while it makes profiles, which would restore deleted data', async () => {
  const order: string[] = [];
  const { database, directory: dataDirectory } = profiles;
  const analytics = {
    ...database,
    execute: (...statement: Parameters<typeof database.execute>) => {
      order.push('profiles');
      return database.execute(...statement);
    },
  };
  const withoutRounds = async <T>(work: () => Promise<T>): Promise<T> => {
    order.push('begin');
    return work().finally(() => order.push('end'));
  };
  const file = join(dataDirectory, 'given.ndjson');
  await writeFile(file, JSON.stringify(row));
  await enrich({ analytics, dataDirectory, withoutRounds }, file);
  expect(order).toEqual(['begin', 'profiles', 'end']);
});

it('names a file that cannot be read', async () => {
  const parts = { analytics: profiles.database, dataDirectory: profiles.directory };
  await expect(enrich(parts, '/nowhere.ndjson')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('/nowhere.ndjson'),
  });
});

it('deletes its leftovers after a kill, and no other folders', async () => {
  const { directory } = profiles;
  await mkdir(join(directory, 'enrich-a1B2c3'));
  await writeFile(join(directory, 'enrich-a1B2c3', 'rows.ndjson'), JSON.stringify(row));
  await mkdir(join(directory, 'enrich-of-mine'));
  await clearEnrichment(directory);
  const names = await readdir(directory);
  expect(names.filter((name) => name.startsWith('enrich'))).toEqual(['enrich-of-mine']);
});
