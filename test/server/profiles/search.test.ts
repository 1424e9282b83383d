// `POST /v0/profiles`: parameters, defaults, limits, validation, and a workspace with several projects.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/protocol/check.js';
import { PROFILE_ORDERS } from '../../../src/protocol/profiles/profile-fields.js';
import { routes } from '../../../src/protocol/routes.js';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const NOW = Date.UTC(2026, 5, 15, 12);
const ALICE = getAddress(wallet(0xa));
const BOB = getAddress(wallet(0xb));
const CAROL = getAddress(wallet(0xc));
type Found = Record<string, string | number | null>;
let profiles: ProfilesUnderTest;

const search = (query = '', body?: unknown) => profiles.call('POST', `/v0/profiles${query}`, body);
const found = async (query = '', body?: unknown): Promise<string[]> => {
  const answer = await search(query, body);
  expect(answer.body).not.toHaveProperty('error');
  return answer.body.data.map((one: { address: string }) => one.address);
};
const where = (field: string, op: string, value: unknown) => ({
  conditions: [{ field, op, value }],
});

beforeAll(async () => {
  profiles = await startProfiles(() => NOW);
  cleanUp(profiles.close);
  await profiles.load('wallet_enrichment', [
    { wallet: wallet(0xa), net_worth_usd: 5, last_onchain: '2026-06-01T00:00:00.000Z' },
    { wallet: wallet(0xb), net_worth_usd: 9, last_onchain: '2026-06-02T00:00:00.000Z' },
    { wallet: wallet(0xe), net_worth_usd: 3, identity: { ens: 'only.eth' } },
  ]);
  await profiles.store([
    {
      at: '2026-06-02T10:00:00.000Z',
      address: ALICE,
      session_id: 'one',
      context: { location: 'DE', utm_source: 'early', browser: 'chrome' },
      properties: { revenue: 10 },
    },
    {
      at: '2026-06-09T10:00:00.000Z',
      project: 'prj_2',
      address: ALICE,
      type: 'identify',
      session_id: 'two',
      context: { location: 'FR', utm_source: 'late', browser: 'safari' },
      properties: { revenue: 7, twitter: '@alice' },
    },
    { at: '2026-06-03T10:00:00.000Z', address: BOB, properties: { revenue: 12 } },
    { at: '2026-06-04T10:00:00.000Z', address: CAROL, project: 'prj_2' },
    { at: '2026-06-04T10:00:00.000Z', address: CAROL, project: 'prj_theirs' },
    { at: '2026-06-05T10:00:00.000Z', address: wallet(0xd), project: 'prj_theirs' },
  ]);
});

describe('a search', () => {
  it('has defaults: all wallets, ordered by last_onchain, with limit 100', async () => {
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(compile(routes.searchProfiles.answer)(body)).toEqual([]);
    expect(body.meta).toEqual({ total: 3, limit: 100, offset: 0 });
    expect(await found()).toEqual([BOB, ALICE, CAROL]);
    expect(await found('', {})).toEqual([BOB, ALICE, CAROL]);
    expect(await found('', { conditions: [], logic: 'or' })).toEqual([BOB, ALICE, CAROL]);
  });

  it('for one address also finds a wallet that is known by enrichment only', async () => {
    const only = getAddress(wallet(0xe));
    expect(await found(`?address=${only}`)).toEqual([only]);
    expect(await found('?address=only.eth')).toEqual([only]);
    expect((await search(`?address=${only}`)).body.meta.total).toBe(1);
    expect(await found(`?address=${only}&offset=1`)).toEqual([]);
    expect(await found(`?address=${only}`, where('users.net_worth_usd', 'gt', 1))).toEqual([]);
    expect(await found(`?address=${getAddress(wallet(0xf))}`)).toEqual([]);
  });

  it('merges the data of a wallet in all projects of the workspace', async () => {
    const { body } = await search(`?address=${ALICE}`);
    expect(body.meta.total).toBe(1);
    expect(body.data[0]).toMatchObject({
      first_seen: '2026-06-02T10:00:00.000Z',
      last_seen: '2026-06-09T10:00:00.000Z',
      revenue: 17,
      num_sessions: 2,
      activity_dates: ['2026-06-02', '2026-06-09'],
      first_utm_source: 'early',
      last_utm_source: 'late',
      location: 'FR',
      browser: 'safari',
      twitter: '@alice',
      net_worth_usd: 5,
    });
    const { body: live } = await profiles.call('GET', `/v0/profiles/${ALICE}`);
    expect(body.data[0]).toEqual(live);
  });

  it('applies conditions to the merged profile, or to that of one project', async () => {
    const rich = where('users.revenue', 'gt', 15);
    expect(await found('', rich)).toEqual([ALICE]);
    expect(await found('?project_id=prj_1', rich)).toEqual([]);
    expect(await found('', where('users.location', 'eq', 'DE'))).toEqual([]);
    expect(await found('?project_id=prj_1', where('users.location', 'eq', 'DE'))).toEqual([ALICE]);
    expect(await found('?order_by=revenue')).toEqual([ALICE, BOB, CAROL]);
    expect(await found('?order_by=revenue&project_id=prj_1')).toEqual([BOB, ALICE]);
  });

  it('finds nothing of another workspace', async () => {
    const { status, body } = await search('?project_id=prj_theirs');
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
    expect(await found(`?address=${wallet(0xd)}`)).toEqual([]);
  });

  it('finds nothing in a workspace without projects, for any conditions', async () => {
    const { apiKeys } = profiles.app.behind;
    const keys = apiKeys.splice(0);
    apiKeys.push(...keys.map((key) => ({ ...key, project_ids: [] })));
    const answers = await Promise.all([
      search(''),
      search('', where('users.revenue', 'gt', 0)),
      search('', where('labels.vip', 'neq', 'gold')),
      search('', where('chains.balance', 'gt', 0)),
      search('', where('tokens.1.usdc.balance', 'eq', 0)),
    ]).finally(() => apiKeys.splice(0, apiKeys.length, ...keys));
    for (const { status, body } of answers) {
      expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
    }
  });

  it('can be limited to one address in any letter case', async () => {
    expect(await found(`?address=${BOB.toLowerCase()}`)).toEqual([BOB]);
    expect(await found(`?address=${BOB.toLowerCase()}&project_id=prj_1`)).toEqual([BOB]);
    const { status, body } = await search('?address=0x12');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'query.address' });
  });

  it('compares with times outside the storable range', async () => {
    for (const [op, value] of [
      ['gt', '0000-01-01T00:00:00+23:59'],
      ['lt', '9999-12-31T23:59:59-23:59'],
    ] as const) {
      expect(await found('', where('users.first_seen', op, value))).toEqual([BOB, ALICE, CAROL]);
    }
  });

  it('combines conditions by logic, with and as the default', async () => {
    const [one] = where('users.revenue', 'gte', 12).conditions;
    const [two] = where('users.twitter', 'eq', true).conditions;
    expect(await found('', { conditions: [one, two] })).toEqual([ALICE]);
    expect(await found('', { conditions: [one, two], logic: 'or' })).toEqual([BOB, ALICE]);
  });

  it.each(PROFILE_ORDERS)(
    'orders by %s in both directions, nulls last, then by address',
    async (by) => {
      const key = (one: Found) => one[by] ?? null;
      const lower = (one: Found) => String(one.address).toLowerCase();
      for (const direction of ['asc', 'desc'] as const) {
        const { body } = await search(`?order_by=${by}&order_dir=${direction}`);
        const sign = direction === 'asc' ? 1 : -1;
        const sorted = body.data.toSorted((left: Found, right: Found) => {
          const [a, b] = [key(left), key(right)];
          if (a === b) return lower(left) < lower(right) ? -1 : 1;
          if (a === null || b === null) return a === null ? 1 : -1;
          return a < b ? -sign : sign;
        });
        expect(body.data).toEqual(sorted);
      }
    },
  );

  it('accepts limits and offsets up to their maximum', async () => {
    expect((await search('?limit=1&offset=1')).body).toMatchObject({
      data: [{ address: ALICE }],
      meta: { total: 3, limit: 1, offset: 1 },
    });
    expect((await search('?limit=1000')).body.meta.limit).toBe(1_000);
    const beyond = await search('?offset=1000000');
    expect(beyond.body).toEqual({ data: [], meta: { total: 3, limit: 100, offset: 1_000_000 } });
  });

  it('includes the sections of expand', async () => {
    const { body } = await search('?expand=labels,%20apps,labels');
    for (const one of body.data) {
      expect(one).toMatchObject({ labels: [], apps: [] });
      expect(one).not.toHaveProperty('tokens');
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['order_by=address', 'order_by'],
    ['order_dir=up', 'order_dir'],
    ['expand=boats', 'expand'],
  ])('refuses %s', async (query, name) => {
    const { status, body } = await search(`?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: `query.${name}` });
  });

  it.each([
    ['body.conditions', { conditions: {} }],
    ['body.conditions', { conditions: Array.from({ length: 101 }, () => ({})) }],
    ['body.logic', { logic: 'xor' }],
    ['body.conditions.0.field', { conditions: [{ op: 'eq', value: 1 }] }],
    ['body.conditions.0.op', where('users.tx_count', 'like', 1)],
    ['body.conditions.0.value', { conditions: [{ field: 'users.tx_count', op: 'eq' }] }],
    ['body.conditions.0.field', where('users.shoe_size', 'eq', 1)],
    ['body.conditions.0.field', where('tokens.0xaa', 'eq', 1)],
    ['body.conditions.0.field', where('labels.a b', 'eq', 1)],
    ['body.conditions.0.value', where('users.tx_count', 'eq', '1')],
    ['body.conditions.0.value', where('users.tx_count', 'in', 1)],
    ['body.conditions.0.value', where('users.tx_count', 'in', [])],
    ['body.conditions.0.value', where('users.tx_count', 'in', [1, 'x'])],
    ['body.conditions.0.value', where('users.tx_count', 'in', Array(1_001).fill(1))],
    ['body.conditions.0.value', where('users.lifecycle', 'eq', 'Bored')],
    ['body.conditions.0.value', where('users.first_seen', 'gt', 'yesterday')],
    ['body.conditions.0.op', where('users.location', 'gt', 'DE')],
    ['body.conditions.0.op', where('users.twitter', 'lt', '@a')],
    ['body.conditions.0.value', where('users.twitter', 'in', [true])],
    ['body.conditions.0.value', where('labels.vip', 'eq', null)],
    [
      'body.conditions.0.scope',
      { conditions: [{ field: 'tokens.eth.balance', op: 'gt', value: 1, scope: 'all' }] },
    ],
    [
      'body.conditions.0.scope',
      { conditions: [{ field: 'users.tx_count', op: 'gt', value: 1, scope: 'any' }] },
    ],
    [
      'body.conditions.0.appId',
      { conditions: [{ field: 'tokens.eth.balance', op: 'gt', value: 1, appId: 'aave' }] },
    ],
    [
      'body.conditions.0.extra',
      { conditions: [{ field: 'users.tx_count', op: 'gt', value: 1, extra: 1 }] },
    ],
  ])('refuses %s of %j', async (param, body) => {
    const answer = await search('', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'BAD_REQUEST', param });
  });

  it('shows an example for a time without a time zone', async () => {
    const answer = await search('', where('users.first_seen', 'gt', '2026-01-31T12:00:00'));
    expect(answer.body.error.message).toContain('such as 2026-01-31T12:00:00Z');
  });

  it('refuses malformed JSON', async () => {
    const response = await profiles.app.api('/v0/profiles', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${profiles.app.apiKey}`,
        'content-type': 'application/json',
      },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  });

  it('needs profiles:read', async () => {
    const key = profiles.app.addApiKey(['query:read']);
    const headers = { authorization: `Bearer ${key}` };
    const response = await profiles.app.api('/v0/profiles', { method: 'POST', headers });
    expect(response.status).toBe(403);
    expect(JSON.stringify(await response.json())).toContain('profiles:read');
  });
});
