// Deleting the data of a person over HTTP: answers, errors, and whose data stay.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from '../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
let profiles: ProfilesUnderTest;
let wallets = 0;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
});

const NOTHING = { anonymous_ids: 0, user_ids: 0, addresses: 0 };
const at = '2026-06-01T10:00:00.000Z';
const statusOf = async (address: string, query = '') =>
  (await profiles.call('GET', `/v0/profiles/${address}${query}`)).status;
const forget = (body: unknown, query = '') => profiles.call('POST', `/v0/forget${query}`, body);
const remove = (address: string, query = '') =>
  profiles.call('DELETE', `/v0/profiles/${address}${query}`);
const eventsOf = async (project: string, visitor: string): Promise<number | undefined> => {
  const { data } = await profiles.database.query<{ count: number }>(
    'SELECT count() AS count FROM events WHERE project_id = {project:String} AND anonymous_id = {visitor:String}',
    { project, visitor },
  );
  return data[0]?.count;
};

/** One event of a new wallet in each of three projects, the last of another workspace. */
async function aPerson() {
  const address = getAddress(wallet(++wallets));
  const visitor = `visitor-${wallets}`;
  const events = ['prj_1', 'prj_2', 'prj_theirs'].map((project) => ({
    at,
    project,
    address,
    anonymous_id: visitor,
  }));
  await profiles.store(events);
  return { address, visitor };
}

describe('DELETE /v0/profiles/{address}', () => {
  it('deletes a wallet from every project of the workspace only', async () => {
    const { address, visitor } = await aPerson();
    const { status, body } = await remove(address.toLowerCase());
    expect([status, body]).toEqual([204, undefined]);
    expect(await statusOf(address)).toBe(404);
    expect(await eventsOf('prj_theirs', visitor)).toBe(1);
    expect((await remove(address)).status).toBe(204);
  });

  it('deletes from one project with project_id, and with linked also events without the address', async () => {
    const { address, visitor } = await aPerson();
    await profiles.store([{ at, anonymous_id: visitor }]);
    expect((await remove(address, '?project_id=prj_1&linked=true')).status).toBe(204);
    expect(await eventsOf('prj_1', visitor)).toBe(0);
    expect(await statusOf(address, '?project_id=prj_2')).toBe(200);
  });

  it('accepts an invalid address that events contain', async () => {
    await profiles.store([{ at, address: '0x12', anonymous_id: 'odd' }]);
    expect(await statusOf('0x12')).toBe(200);
    expect((await remove('0x12')).status).toBe(204);
    expect(await eventsOf('prj_1', 'odd')).toBe(0);
  });

  it('deletes imports and labels, and the enrichment unless another workspace knows the wallet', async () => {
    const [imported, labelled, theirImport, theirLabel] = Array.from({ length: 4 }, () =>
      wallet(++wallets),
    ) as [string, string, string, string];
    const all = [imported, labelled, theirImport, theirLabel];
    const label = (address: string, project_id: string) => ({
      ...{ project_id, wallet: address, tag_id: 'vip', value: 'x', source: 'api' },
      ...{ timestamp: at, version: 1 },
    });
    await profiles.load('wallet_imports', [
      ...all.map((address) => ({ project_id: 'prj_1', wallet: address })),
      { project_id: 'prj_theirs', wallet: theirImport },
    ]);
    await profiles.load('wallet_labels', [
      label(labelled, 'prj_1'),
      label(theirLabel, 'prj_theirs'),
    ]);
    await profiles.load(
      'wallet_enrichment',
      all.map((address) => ({ wallet: address, net_worth_usd: 3 })),
    );
    for (const address of all) expect((await remove(address)).status).toBe(204);
    const left = async (table: string, project = "''"): Promise<readonly string[]> => {
      const { data } = await profiles.database.query<{ of: string }>(
        `SELECT concat(${project}, ' ', wallet) AS of FROM ${table} AS t FINAL
         WHERE wallet IN {all:Array(String)} ORDER BY of`,
        { all },
      );
      return data.map(({ of }) => of.trim());
    };
    expect(await left('wallet_imports', 'project_id')).toEqual([`prj_theirs ${theirImport}`]);
    expect(await left('wallet_labels', 'project_id')).toEqual([`prj_theirs ${theirLabel}`]);
    expect(await left('wallet_enrichment')).toEqual([theirImport, theirLabel]);
  });

  it('leaves the enrichment of a wallet unknown to its projects, except with ofStrangers', async () => {
    const [stranger, bots] = [wallet(++wallets), wallet(++wallets)];
    const left = async () => {
      const { data } = await profiles.database.query<{ wallet: string }>(
        'SELECT wallet FROM wallet_enrichment AS t FINAL WHERE wallet IN {all:Array(String)}',
        { all: [stranger, bots] },
      );
      return data.map(({ wallet }) => wallet);
    };
    await profiles.load(
      'wallet_enrichment',
      [stranger, bots].map((address) => ({ wallet: address, net_worth_usd: 3 })),
    );
    await profiles.load('events', [
      {
        ...{ project_id: 'prj_1', message_id: 'of-a-bot', type: 'page', is_bot: 1 },
        ...{ address: bots, timestamp: '2026-06-01 10:00:00.000' },
        original_timestamp: '2026-06-01 10:00:00.000',
      },
    ]);
    for (const address of [stranger, bots]) expect((await remove(address)).status).toBe(204);
    expect(await left()).toEqual([stranger]);
    await profiles.forget.forget({ address: stranger }, ['prj_1'], { ofStrangers: true });
    expect(await left()).toEqual([]);
  });

  it('refuses an invalid address, and a project of another workspace', async () => {
    const bad = await remove('0x12');
    expect(bad.status).toBe(400);
    expect(bad.body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'params.address' });
    const theirs = await remove(wallet(1), '?project_id=prj_theirs');
    expect(theirs.status).toBe(404);
    expect(theirs.body.error.code).toBe('NOT_FOUND');
  });
});

describe('POST /v0/forget', () => {
  it('answers with the numbers of deleted events and ids, and 0 events the second time', async () => {
    const { address, visitor } = await aPerson();
    const first = await forget({ anonymous_id: visitor, linked: true });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      events: 2,
      quarantined_events: 0,
      ids: { ...NOTHING, anonymous_ids: 1, addresses: 1 },
    });
    expect(await statusOf(address)).toBe(404);
    expect(await eventsOf('prj_theirs', visitor)).toBe(1);
    const again = await forget({ anonymous_id: visitor });
    expect(again.body).toMatchObject({ events: 0, ids: { ...NOTHING, anonymous_ids: 1 } });
  });

  it('refuses a project of another workspace', async () => {
    const { visitor } = await aPerson();
    const { status, body } = await forget({ anonymous_id: visitor }, '?project_id=prj_theirs');
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
    expect(await eventsOf('prj_theirs', visitor)).toBe(1);
  });

  it('accepts an invalid address that events contain', async () => {
    await profiles.store([{ at, address: 'undefined', anonymous_id: 'odd' }]);
    const { status, body } = await forget({ address: 'undefined' });
    expect([status, body.events]).toEqual([200, 1]);
    expect((await forget({ address: 'undefined' })).status).toBe(400);
  });

  it.each([
    [{}, 'BAD_REQUEST', 'body'],
    [{ linked: true }, 'BAD_REQUEST', 'body'],
    [{ address: '0x12' }, 'BAD_REQUEST', 'body.address'],
    [{ user_id: '' }, 'INVALID_VALIDATION_REQUEST', 'body.user_id'],
    [{ user_id: 'u', linked: 'yes' }, 'INVALID_VALIDATION_REQUEST', 'body.linked'],
  ])('refuses %j', async (body, code, param) => {
    const answer = await forget(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code, param });
  });
});

it.each([
  ['DELETE', `/v0/profiles/${wallet(1)}`],
  ['POST', '/v0/forget'],
])('%s %s needs profiles:write', async (method, path) => {
  const key = profiles.app.addApiKey(['profiles:read']);
  const response = await profiles.app.api(path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify({ user_id: 'u' }) } : {}),
  });
  expect(response.status).toBe(403);
  expect(JSON.stringify(await response.json())).toContain('profiles:write');
});
