// The profile of a wallet in several projects is computed from all their events, as if from one project.
import { getAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type ProfilesUnderTest, type Sent, startProfiles, wallet } from './profiles-under-test.js';

const cleanUp = createCleanup();
let profiles: ProfilesUnderTest;

const SERVED = getAddress(wallet(0xa));
const TOLD = getAddress(wallet(0xb));
const UNTOLD = getAddress(wallet(0xc));
const IMPORTED = [getAddress(wallet(0xd)), getAddress(wallet(0xe))] as const;
/** Of which only one of two projects that served them was told the location. */
const PLACED = [getAddress(wallet(0xf)), getAddress(wallet(0x10))] as const;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const on = (day: number, event: Omit<Sent, 'at'>): Sent => ({
  ...event,
  at: Date.UTC(2026, 5, day),
});
const identify = (day: number, project: string, twitter: string | null): Sent =>
  on(day, { type: 'identify', project, address: TOLD, properties: { twitter } });

/** Reads a profile by GET and by search over all projects, which must give the same. */
const both = async (address: string) => {
  const { body: one } = await profiles.call('GET', `/v0/profiles/${address}`);
  const { body: all } = await profiles.call('POST', `/v0/profiles?address=${address}`, {});
  expect(all.data).toEqual([one]);
  return one;
};

beforeAll(async () => {
  profiles = await startProfiles(() => Date.UTC(2026, 5, 15));
  cleanUp(profiles.close);
  await profiles.load('wallet_enrichment', [
    { wallet: wallet(0xb), identity: { twitter: '@chain', ens: 'told.eth' } },
    { wallet: wallet(0xc), identity: { twitter: '@chain' } },
  ]);
  await profiles.load('wallet_imports', [
    { project_id: 'prj_1', wallet: wallet(0xd) },
    { project_id: 'prj_2', wallet: wallet(0xe) },
  ]);
  const visit = (day: number, project: string, utm_source: string) =>
    on(day, {
      project,
      address: SERVED,
      context: { utm_source, location: 'DE', user_agent: IPHONE },
    });
  const served = (day: number, project: string) =>
    on(day, { project, channel: 'server', address: SERVED, event: 'settled' });
  await profiles.store([
    ...[served(1, 'prj_1'), visit(5, 'prj_1', 'later'), visit(6, 'prj_1', 'last')],
    ...[visit(3, 'prj_2', 'first'), visit(4, 'prj_2', 'earlier'), served(9, 'prj_2')],
    on(2, {
      project: 'prj_2',
      channel: 'server',
      address: IMPORTED[0],
      context: { location: 'FR' },
    }),
    on(2, {
      project: 'prj_1',
      channel: 'server',
      address: IMPORTED[1],
      context: { location: 'FR' },
    }),
    ...PLACED.flatMap((address, place) =>
      ['prj_1', 'prj_2'].map((project, at) =>
        on(2, {
          ...{ project, address, channel: 'server' },
          context: at === place ? { location: 'FR' } : {},
        }),
      ),
    ),
    identify(2, 'prj_1', '@old'),
    identify(5, 'prj_1', '@new'),
    identify(3, 'prj_2', '@between'),
    on(9, { project: 'prj_2', address: TOLD }),
    on(8, { project: 'prj_1', address: UNTOLD }),
    on(9, { project: 'prj_2', address: UNTOLD }),
  ]);
});

describe('a wallet of several projects', () => {
  it('has its source and device from its own visits, not from server events', async () => {
    expect(await both(SERVED)).toMatchObject({
      first_seen: '2026-06-01T00:00:00.000Z',
      last_seen: '2026-06-09T00:00:00.000Z',
      first_utm_source: 'first',
      last_utm_source: 'last',
      location: 'DE',
      device: 'mobile',
      last_event: 'settled',
    });
  });

  it.each([...IMPORTED, ...PLACED])(
    'has its location from server events where there are no visits',
    async (address) => {
      expect(await both(address)).toMatchObject({ location: 'FR', device: null });
    },
  );

  it('has the latest location that backends told where there are no visits', async () => {
    const address = getAddress(wallet(0x11));
    const told = (day: number, project: string, location?: string): Sent =>
      on(day, { project, address, channel: 'server', context: location ? { location } : {} });
    await profiles.store([told(2, 'prj_1', 'US'), told(3, 'prj_1', 'FR'), told(4, 'prj_1')]);
    expect(await both(address)).toMatchObject({ location: 'FR', device: null });
    await profiles.store([told(5, 'prj_2', 'DE'), told(1, 'prj_2', 'ZA')]);
    expect(await both(address)).toMatchObject({ location: 'DE', last_utm_source: null });
    const visit = { project: 'prj_1', address, context: { location: 'BR', utm_source: 'ad' } };
    await profiles.store([on(1, visit)]);
    expect(await both(address)).toMatchObject({ location: 'BR', last_utm_source: 'ad' });
  });

  it('has the latest identity of all projects', async () => {
    expect(await both(TOLD)).toMatchObject({ twitter: '@new', ens: 'told.eth' });
    expect(await both(UNTOLD)).toMatchObject({ twitter: '@chain' });
    await profiles.store([identify(7, 'prj_2', null)]);
    expect(await both(TOLD)).toMatchObject({ twitter: null });
    const ofOne = await profiles.call('GET', `/v0/profiles/${TOLD}?project_id=prj_2`);
    expect(ofOne.body).toMatchObject({ twitter: null, ens: 'told.eth' });
  });
});

describe('a name', () => {
  const NAMESAKE = wallet(0x11);
  const [BEFORE, SINCE] = [wallet(0x12), wallet(0x13)];
  const named = (day: number, address: string, ens: string, project = 'prj_1'): Sent =>
    on(day, { type: 'identify', project, address, properties: { ens } });
  const walletOf = async (name: string) => {
    const { body } = await profiles.call('GET', `/v0/profiles/${name}`);
    return body.address ?? body.error.code;
  };

  it('belongs to the wallet that enrichment names, or else to the latest identified one', async () => {
    await profiles.store([
      named(14, NAMESAKE, 'told.eth'),
      named(2, BEFORE, 'moved.eth'),
      named(5, SINCE, 'Moved.eth', 'prj_2'),
    ]);
    expect(await walletOf('told.eth')).toBe(TOLD);
    expect(await walletOf('moved.eth')).toBe(getAddress(SINCE));
  });

  it('of another workspace is unknown', async () => {
    await profiles.store([named(5, SERVED, 'theirs.eth', 'prj_theirs')]);
    expect(await walletOf('theirs.eth')).toBe('BAD_REQUEST');
  });
});

it('a label of another workspace is neither shown nor found', async () => {
  const label = { wallet: SERVED.toLowerCase(), tag_id: 'vip', value: 'x', source: 'api' };
  const at = { timestamp: '2026-06-01T00:00:00.000Z', version: 1 };
  await profiles.load('wallet_labels', [{ ...label, ...at, project_id: 'prj_theirs' }]);
  await profiles.refresh();
  const { body } = await profiles.call('GET', `/v0/profiles/${SERVED}?expand=labels`);
  expect(body.labels).toEqual([]);
  const conditions = [{ field: 'labels.vip', op: 'eq', value: 'x' }];
  const found = await profiles.call('POST', '/v0/profiles', { conditions });
  expect(found.body).toMatchObject({ data: [], meta: { total: 0 } });
});
