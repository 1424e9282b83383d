// Which events are not recorded.
import { describe, expect, it, test } from 'vitest';
import { createFilter, type FilterOptions } from '../../src/core/filter.js';
import { createWorld, openPage } from './fakes.js';

const REMOTE = 'https://events.example.com';

const ask = (
  options: Partial<FilterOptions>,
  event: { url?: string; path?: string; timezone?: string; chain?: unknown } = {},
  sources: { isBot?: boolean; chainId?: number; anonymousId?: string } = {},
) => {
  const told: string[] = [];
  const filter = createFilter(
    { apiHost: REMOTE, ...options },
    {
      anonymousId: () => sources.anonymousId ?? 'a',
      chainId: () => sources.chainId,
      isBot: () => sources.isBot ?? false,
      onLocalhost: (message) => told.push(message),
    },
  );
  const { url = 'https://dapp.example/', path = '/', timezone = 'UTC', chain } = event;
  const context = { page_url: url, page_path: path, timezone };
  const reason = filter({ context, properties: { chain_id: chain } });
  filter({ context: { ...context }, properties: null });
  return { reason, told };
};

describe('exclude', () => {
  test.each([
    ['a host', { hosts: ['staging.dapp.example'] }, { url: 'https://staging.dapp.example:8443/' }],
    ['hosts by wildcard', { hosts: ['*.dapp.example'] }, { url: 'https://a.b.dapp.example/' }],
    ['hosts by expression', { hosts: [/^dev-\d+\./g] }, { url: 'https://dev-12.example/' }],
    ['a path', { paths: ['/admin'] }, { path: '/admin' }],
    ['paths by wildcard', { paths: ['/admin/*'] }, { path: '/admin/users/1' }],
    ['a path as it is read', { paths: ['/админ/*'] }, { path: encodeURI('/админ/users') }],
    ['a path as it is sent', { paths: ['/my%20page'] }, { path: '/my%20page' }],
    ['a path that cannot be decoded', { paths: ['/100%/*'] }, { path: '/100%/a' }],
    ['a time zone', { timezones: ['Asia/Tokyo'] }, { timezone: 'Asia/Tokyo' }],
    ['a chain', { chains: [11_155_111] }, { chain: 11_155_111 }],
    ['a chain as a wallet writes it', { chains: ['0xaa36a7'] }, { chain: 'eip155:11155111' }],
  ])('leaves out %s', (_, exclude, event) =>
    expect(ask({ exclude }, event).reason).toContain('excluded'),
  );

  test.each([
    ['another host', { hosts: ['dapp.example'] }, { url: 'https://www.dapp.example/' }],
    ['a host that looks alike', { hosts: ['a.b'] }, { url: 'https://axb/' }],
    ['another path', { paths: ['/admin'] }, { path: '/admin/users' }],
    ['another chain', { chains: [5] }, { chain: 1 }],
    ['no chain', { chains: [5] }, {}],
  ])('records %s', (_, exclude, event) => expect(ask({ exclude }, event).reason).toBeUndefined());

  it("applies to the wallet's chain where the event has none of its own", () => {
    expect(ask({ exclude: { chains: [5] } }, {}, { chainId: 5 }).reason).toContain('chain');
    expect(ask({ exclude: { chains: [5] } }, { chain: 1 }, { chainId: 5 }).reason).toBeUndefined();
  });
});

describe('localhost', () => {
  const local = ['localhost', 'app.localhost:3000', '127.0.0.1', '0.0.0.0:80', '[::1]:3000'];
  test.each(local)('%s is recorded only if the app opts in', (host) => {
    const url = `http://${host}/swap`;
    const { reason, told } = ask({}, { url });
    expect(reason).toContain('localhost');
    expect(told).toHaveLength(1);
    expect(ask({ localhost: true }, { url }).reason).toBeUndefined();
    expect(ask({ debug: true }, { url }).reason).toBeUndefined();
    expect(ask({ apiHost: 'http://127.0.0.1:4318' }, { url }).reason).toBeUndefined();
    expect(ask({ apiHost: 'http://127.0.0.1:4318', localhost: false }, { url }).reason).toBe(
      reason,
    );
  });

  test.each(['https://localhost.example/', 'https://127.0.0.1.example/', 'https://dapp.example/'])(
    '%s does not count as localhost',
    (url) => expect(ask({}, { url })).toEqual({ reason: undefined, told: [] }),
  );
});

describe('robots', () => {
  it('are recorded only if the app opts in, or where a developer tests on localhost', () => {
    const robot = { isBot: true };
    expect(ask({}, {}, robot).reason).toContain('robot');
    expect(ask({ bots: true }, {}, robot).reason).toBeUndefined();
    expect(ask({ apiHost: 'http://localhost:4318' }, {}, robot).reason).toBeUndefined();
    expect(ask({ apiHost: 'http://localhost:4318', bots: false }, {}, robot).reason).toBeDefined();
  });
});

describe('a sample', () => {
  const people = Array.from({ length: 4_000 }, () => crypto.randomUUID());
  const chosen = (sampleRate: number) =>
    people.filter((anonymousId) => !ask({ sampleRate }, {}, { anonymousId }).reason);

  it('includes a person always or never, and as many people as sampleRate says', () => {
    const tenth = chosen(0.1);
    expect(chosen(0.1)).toEqual(tenth);
    // Five standard deviations: sqrt(4000 * 0.1 * 0.9) is 19.
    expect(Math.abs(tenth.length - 400)).toBeLessThan(95);
    const half = new Set(chosen(0.5));
    expect(tenth.every((person) => half.has(person))).toBe(true);
  });

  it('of 1 includes everybody, of 0 nobody', () => {
    expect([chosen(1).length, chosen(0).length]).toEqual([people.length, 0]);
  });
});

it('counts filtered events and reports the reason', async () => {
  const world = createWorld();
  const { tracker, drops } = openPage(world, { exclude: { paths: ['/swap'] } });
  tracker.track('swap');
  await world.clock.turn(2_000);
  expect(world.server.requests).toEqual([]);
  expect(drops).toMatchObject([{ reason: 'filtered', detail: 'swap: the path is excluded' }]);
  expect(tracker.stats()).toMatchObject({ accepted: 1, queued: 0, dropped: { filtered: 1 } });
});

test.each([
  [{ consent: 'yes' }, /consent: "yes"/],
  [{ sampleRate: 2 }, /sampleRate: 2/],
  [{ sampleRate: Number.NaN }, /sampleRate: NaN/],
])('%o throws at creation', (wrong, message) => {
  expect(() => openPage(createWorld(), wrong as object)).toThrow(message);
});
