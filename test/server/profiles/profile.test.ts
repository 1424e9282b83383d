// `GET /v0/profiles/{address}`: every field, the spellings of an address, and validation.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/protocol/check.js';
import { routes } from '../../../src/protocol/routes.js';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
const NOW = Date.UTC(2026, 5, 15, 12);
const ALICE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const SOLANA = 'So11111111111111111111111111111111111111112';
let profiles: ProfilesUnderTest;

const get = (address: string, query = '') =>
  profiles.call('GET', `/v0/profiles/${address}${query}`);

beforeAll(async () => {
  profiles = await startProfiles(() => NOW);
  cleanUp(profiles.close);
  await profiles.store([
    {
      at: '2026-05-01T10:00:00.250Z',
      address: ALICE,
      session_id: 's1',
      context: {
        utm_source: 'first',
        ref: 'friend',
        referrer: 'https://www.google.com/search',
        page_url: 'https://app.example/',
      },
      properties: { revenue: 10, volume: 0.1, points: 1 },
    },
    {
      at: '2026-06-10T10:00:00.000Z',
      type: 'identify',
      address: ALICE.toUpperCase().replace('0X', '0x'),
      session_id: 's2',
      context: { utm_source: 'last', location: 'DE', browser: 'metamask' },
      properties: { twitter: '@alice', email: 'a@example.com', discord: '', github: 7 },
    },
    {
      at: '2026-06-11T10:00:00.000Z',
      type: 'identify',
      address: ALICE,
      properties: { email: null, ens: 'Alice.eth' },
    },
    {
      at: '2026-06-12T10:00:00.000Z',
      channel: 'server',
      anonymous_id: null,
      event: 'paid',
      address: ALICE,
      properties: { revenue: 5, volume: 0.2, a: [2] },
    },
    {
      at: '2026-06-12T11:00:00.000Z',
      address: ALICE,
      project: 'prj_theirs',
      properties: { revenue: 9_000 },
    },
    { at: '2026-06-01T10:00:00.000Z', address: SOLANA },
  ]);
});

describe('a profile', () => {
  it('has every field, from events with all spellings of its address', async () => {
    const { status, body } = await get(ALICE);
    expect(status).toBe(200);
    expect(compile(routes.getProfile.answer)(body)).toEqual([]);
    expect(Object.keys(body).sort()).toEqual((routes.getProfile.answer.required ?? []).toSorted());
    expect(body).toMatchObject({
      address: getAddress(ALICE),
      net_worth_usd: 0,
      tx_count: 0,
      first_onchain: null,
      last_onchain: null,
      updated_at: null,
      lifecycle: 'Resurrected',
      ens: 'Alice.eth',
      twitter: '@alice',
      email: null,
      discord: null,
      github: null,
      display_name: null,
      first_seen: '2026-05-01T10:00:00.250Z',
      last_seen: '2026-06-12T10:00:00.000Z',
      num_sessions: 2,
      revenue: 15,
      volume: 0.3,
      points: 1,
      activity_dates: ['2026-05-01', '2026-06-10', '2026-06-11', '2026-06-12'],
      first_utm_source: 'first',
      first_ref: 'friend',
      first_referrer: 'google.com',
      first_referrer_url: 'https://www.google.com/search',
      last_type: 'track',
      last_event: 'paid',
      last_properties: '{"revenue":5,"volume":0.2,"a":[2]}',
    });
  });

  it.each([ALICE, getAddress(ALICE), ALICE.toUpperCase(), 'alice.eth', 'ALICE.ETH'])(
    'is found as %s',
    async (spelling) => {
      expect((await get(spelling)).body).toMatchObject({ address: getAddress(ALICE), revenue: 15 });
    },
  );

  it('keeps the letter case of a Solana address', async () => {
    expect((await get(SOLANA)).body).toMatchObject({ address: SOLANA, lifecycle: 'New' });
  });

  it.each([
    'nobody.eth',
    '0x1234',
    `${ALICE}00`,
    'SO11111111111111111111111111111111111111112x',
    '1111111111111111111111111111111',
    'alice',
  ])('refuses %s', async (text) => {
    const { status, body } = await get(text);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'params.address' });
  });

  it('is found by an invalid address that events contain', async () => {
    await profiles.store([{ at: NOW, address: 'no wallet' }]);
    expect((await get('no%20wallet')).body).toMatchObject({ address: 'no wallet' });
    expect((await get('no%20wallet', '?project_id=prj_2')).status).toBe(400);
  });

  it('is 404 for an unknown wallet', async () => {
    const { status, body } = await get(wallet(404));
    expect(status).toBe(404);
    expect(body.error.code).toBe('PROFILE_NOT_FOUND');
    expect((await get(wallet(404), '?project_id=prj_1')).status).toBe(404);
  });

  it('covers the projects of the workspace, or one of them', async () => {
    expect((await get(ALICE, '?project_id=prj_1')).body.revenue).toBe(15);
    const empty = await get(ALICE, '?project_id=prj_2');
    expect(empty.status).toBe(404);
    const theirs = await get(ALICE, '?project_id=prj_theirs');
    expect(theirs.status).toBe(404);
    expect(theirs.body.error.code).toBe('NOT_FOUND');
  });

  it('includes the sections of expand, empty when nothing is known', async () => {
    const all = await get(SOLANA, '?expand=apps,%20chains,tokens,labels,apps');
    expect(all.body).toMatchObject({ apps: [], chains: [], tokens: [], labels: [] });
    const none = await get(SOLANA, '?expand=');
    expect(none.body).not.toHaveProperty('apps');
    const bad = await get(SOLANA, '?expand=apps,boats');
    expect(bad.status).toBe(400);
    expect(bad.body.error).toMatchObject({ code: 'BAD_REQUEST', param: 'query.expand' });
  });

  it('needs profiles:read', async () => {
    const key = profiles.app.addApiKey(['query:read']);
    const response = await profiles.app.api(`/v0/profiles/${ALICE}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(403);
    expect(JSON.stringify(await response.json())).toContain('profiles:read');
  });
});
