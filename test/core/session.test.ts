// Sessions and attribution: when a visit begins, and how its visitor arrived.
import { describe, expect, it } from 'vitest';
import { createSession, type SessionOptions } from '../../src/core/session.js';
import type { Arrival, Touch } from '../../src/core/touch.js';
import { createFakeKeyValue, createWorld, openPage } from './fakes.js';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 1, 12);

let bytes = 0;
const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => bytes++ & 0xff);

const arrive = (touch: Touch, isVisit = true): Arrival => ({
  touch: { ...touch, landing_page: 'https://dapp.example/' },
  isVisit,
});

/** A tab of a browser: `values` is its storage, `arrivals` how its pages were reached. */
const openTab = (
  values: Map<string, string>,
  arrivals: Arrival[] = [],
  options: Partial<SessionOptions> = {},
) =>
  createSession({
    keyValue: createFakeKeyValue(values),
    randomBytes,
    idleMs: 30 * MINUTE,
    isSplitByCampaign: true,
    takeArrival: () => arrivals.shift() ?? null,
    refresh: () => false,
    ...options,
  });

/** The attribution as another page of the session reads it. */
const openOther = (values: Map<string, string>) => {
  const tab = openTab(values);
  tab.touch(NOON);
  return tab.attribution();
};

describe('a session', () => {
  it('ends after half an hour without events in any tab', () => {
    const values = new Map();
    const [one, two] = [openTab(values), openTab(values)];
    const id = one.touch(NOON);
    expect(two.touch(NOON + 29 * MINUTE)).toBe(id);
    // The first tab recorded nothing meanwhile.
    expect(one.touch(NOON + 58 * MINUTE)).toBe(id);
    expect(two.touch(NOON + 89 * MINUTE)).not.toBe(id);
  });

  it('goes on over midnight in any time zone', () => {
    const tab = openTab(new Map());
    const evening = Date.UTC(2026, 11, 31, 23, 50);
    const id = tab.touch(evening);
    for (let minute = 0; minute <= 36 * 60; minute += 20) {
      expect(tab.touch(evening + minute * MINUTE)).toBe(id);
    }
  });

  it('ends where the stored time is far in the future because a clock was wrong', () => {
    const values = new Map();
    const id = openTab(values).touch(NOON + 1_000 * MINUTE);
    expect(openTab(values).touch(NOON)).not.toBe(id);
  });

  it('is shared by a tab whose clock was ahead by hours and one whose clock was not', () => {
    const values = new Map();
    const [ahead, other] = [openTab(values), openTab(values)];
    const id = ahead.touch(NOON + 300 * MINUTE);
    for (let minute = 1; minute < 5; minute++) {
      expect(other.touch(NOON + minute * MINUTE)).toBe(id);
      expect(ahead.touch(NOON + (300 + minute) * MINUTE)).toBe(id);
    }
    expect(other.touch(NOON + 60 * MINUTE)).toBe(id);
    values.clear();
    expect(other.touch(NOON + 91 * MINUTE)).not.toBe(id);
  });

  it('begins with another campaign, unless the app turns that off', () => {
    const news = arrive({ utm_source: 'news' });
    const ads = arrive({ utm_source: 'ads', referrer: 'https://ads.example/' });
    const values = new Map();
    const id = openTab(values, [news]).touch(NOON);
    expect(openTab(values, [news]).touch(NOON)).toBe(id);
    expect(openTab(values, [arrive({ referrer: 'https://x.com/' })]).touch(NOON)).toBe(id);
    expect(openTab(values, [{ ...ads, isVisit: false }]).touch(NOON)).toBe(id);
    expect(openTab(values, [ads], { isSplitByCampaign: false }).touch(NOON)).toBe(id);
    expect(openTab(values, [ads]).touch(NOON)).not.toBe(id);
  });

  it('that began with a campaign or a reset is not ended by a tab in the background', () => {
    for (const begin of ['campaign', 'reset']) {
      const values = new Map();
      const arrivals = begin === 'campaign' ? [arrive({ utm_source: 'news' })] : [];
      const [background, tab] = [openTab(values), openTab(values, arrivals)];
      const before = background.touch(NOON);
      background.touch(NOON + 4_000);
      if (begin === 'reset') tab.reset();
      const id = tab.touch(NOON + 3_000);
      expect(id).not.toBe(before);
      for (let second = 5; second < 30; second++) background.touch(NOON + second * 1_000);
      expect([tab.touch(NOON + 30_000), background.touch(NOON + 30_000)]).toEqual([id, id]);
    }
  });

  it("goes on where the app's own links repeat a part of the campaign", () => {
    const values = new Map();
    const campaign = { utm_source: 'news', utm_campaign: 'spring', ref: 'bob' };
    const tab = openTab(values, [arrive(campaign), arrive({ ref: 'bob' })]);
    const id = tab.touch(NOON);
    expect([tab.touch(NOON), tab.attribution().last]).toEqual([id, arrive(campaign).touch]);
    expect(openTab(values, [arrive({ utm_source: 'news' })]).touch(NOON)).toBe(id);
    expect(openTab(values, [arrive({ ref: 'news' })]).touch(NOON)).not.toBe(id);
  });

  it('survives invalid values in storage', () => {
    const values = new Map([
      ['session', '|||'],
      ['touch', '[1'],
      ['first_touch', '5'],
      ['seen', '|'],
    ]);
    const tab = openTab(values);
    expect(tab.visit(NOON, null)).toMatchObject({ touch: {}, first: {} });
    expect(tab.attribution()).toEqual({ first: {}, last: {} });
  });
});

describe('attribution', () => {
  it('keeps the first and the last touch each as a whole, never a mixture', () => {
    const values = new Map();
    const first = arrive({ utm_source: 'news', utm_medium: 'email', gclid: '1' });
    const last = arrive({ utm_source: 'ads', referrer: 'https://ads.example/' });
    openTab(values, [first]).touch(NOON);
    openTab(values, [last]).touch(NOON + MINUTE);
    expect(openTab(values).attribution().first).toEqual(first.touch);
    const later = openTab(values);
    later.touch(NOON + 2 * MINUTE);
    expect(later.attribution()).toEqual({ first: first.touch, last: last.touch });
  });

  it('of a direct visit is empty, also after a campaign', () => {
    const values = new Map();
    openTab(values, [arrive({ utm_source: 'news' })]).touch(NOON);
    const direct = openTab(values, [arrive({})]);
    expect(direct.visit(NOON + 60 * MINUTE, arrive({})).touch).toEqual(arrive({}).touch);
  });

  it('is in every event of the session, also when the first page redirected at once', async () => {
    const world = createWorld();
    const news = arrive({ utm_source: 'news', referrer: 'https://mail.example/' });
    const pending = [news];
    openPage(world, {}, { takeArrival: () => pending.shift() ?? null });
    const { tracker } = openPage(world);
    tracker.track('one');
    tracker.track('two');
    await world.clock.turn(2_000);
    const [one, two] = [...world.server.kept.values()].map(({ context }) => context);
    const page = { page_url: 'https://dapp.example/swap', page_path: '/swap' };
    const attribution = { utm_source: 'news', referrer: 'https://mail.example/' };
    expect(one).toEqual({
      ...page,
      ...attribution,
      landing_page: 'https://dapp.example/',
      first_touch: news.touch,
    });
    expect(two).toEqual({ ...page, ...attribution });
  });

  it.each([
    [
      'without the query of the landing page',
      130,
      { utm_term: 'long', referrer: 'https://x.com/a' },
    ],
    ['without landing page and referrer', 148, { utm_term: 'long', referrer: undefined }],
    ['without what says least of the campaign', 155, { utm_term: undefined, referrer: undefined }],
  ])('that is too long for a cookie is stored %s', (_, length, rest) => {
    const utm_campaign = 'я'.repeat(length);
    const query = `utm_source=news&utm_campaign=${encodeURIComponent(utm_campaign)}`;
    const touch = {
      utm_source: 'news',
      utm_campaign,
      utm_term: 'long',
      referrer: 'https://x.com/a',
      landing_page: `https://dapp.example/?${query}`,
    };
    const values = new Map<string, string>();
    const tab = openTab(values, [{ touch, isVisit: true }]);
    const id = tab.touch(NOON);
    // The page where the visit began still has the whole touch.
    expect(tab.attribution().last).toEqual(touch);
    const { first, last } = openOther(values);
    expect(last).toMatchObject({ utm_source: 'news', utm_campaign });
    expect([first, last.utm_term, last.referrer]).toEqual([last, rest.utm_term, rest.referrer]);
    // The same link once more does not begin another session.
    expect(openTab(values, [{ touch, isVisit: true }]).touch(NOON)).toBe(id);
    for (const text of values.values()) expect(encodeURIComponent(text).length).toBeLessThan(1_025);
  });

  it('stays unknown for a visitor whose first touch is lost', () => {
    const values = new Map();
    openTab(values, [arrive({ utm_source: 'news' })]).touch(NOON);
    values.delete('first_touch');
    const later = openTab(values, [arrive({ utm_source: 'ads' })]);
    expect(later.visit(NOON + 60 * MINUTE, null).first).toEqual({});
    expect(later.attribution().first).toEqual({});
  });

  it('keeps the first touch where the session alone is lost', () => {
    const values = new Map();
    openTab(values, [arrive({ utm_source: 'news' })]).touch(NOON);
    values.delete('session');
    const later = openTab(values, [arrive({ utm_source: 'ads' })]);
    later.touch(NOON + MINUTE);
    expect(later.attribution().first).toEqual(arrive({ utm_source: 'news' }).touch);
  });

  it('is empty for a new person after a reset, which leaves nothing in storage', () => {
    const values = new Map();
    const tab = openTab(values, [arrive({ utm_source: 'news' })]);
    tab.isFirst('a wallet', NOON);
    expect(values.size).toBeGreaterThan(3);
    tab.reset();
    expect([...values]).toEqual([]);
    expect(tab.visit(NOON, null)).toMatchObject({ touch: {}, first: {} });
    expect(tab.attribution()).toEqual({ first: {}, last: {} });
  });
});

it('returns the first touch until an event is recorded, and reads it before it writes a cookie', () => {
  const values = new Map<string, string>();
  const stored = createFakeKeyValue(values);
  const asked: string[] = [];
  const tab = openTab(values, [arrive({ utm_source: 'news' })], {
    keyValue: {
      ...stored,
      get: (key) => {
        asked.push(`get ${key}`);
        return stored.get(key);
      },
      set: (key, value) => {
        asked.push(`set ${key}`);
        stored.set(key, value);
      },
    },
  });
  tab.touch(NOON);
  asked.length = 0;
  const visit = () => tab.visit(NOON, null).first;
  const { touch } = arrive({ utm_source: 'news' });
  expect([visit(), visit()]).toEqual([touch, touch]);
  tab.open();
  // A browser blocks for a while on reading a cookie that was just written.
  expect(asked.lastIndexOf('get first_touch')).toBeLessThan(asked.indexOf('set seen'));
  asked.length = 0;
  tab.open();
  expect([visit(), openTab(values).visit(NOON, null).first]).toEqual([undefined, undefined]);
  expect(asked).toEqual([]);
});

describe('isFirst', () => {
  it('is true once a session for a key and content', () => {
    const values = new Map();
    const tab = openTab(values);
    const ask = (key: string, content?: string) => tab.isFirst(key, NOON, content);
    expect([ask('a'), ask('a'), ask('b')]).toEqual([true, false, true]);
    expect([ask('who', '1'), ask('who', '1'), ask('who', '2')]).toEqual([true, false, true]);
    // The previous value counts as new again: only the last one is compared.
    expect([ask('who', '1'), ask('who', '1')]).toEqual([true, false]);
    expect(openTab(values).isFirst('a', NOON + MINUTE)).toBe(false);
    expect(openTab(values).isFirst('a', NOON + 60 * MINUTE)).toBe(true);
  });

  it('keeps the keys asked for last in storage, a few dozen at most', () => {
    const values = new Map<string, string>();
    const tab = openTab(values);
    for (let key = 0; key < 1_000; key++) tab.isFirst(`${key}`, NOON);
    expect(values.get('seen')?.length).toBeLessThan(1_000);
    expect(tab.isFirst('990', NOON)).toBe(false);
  });

  it('does not extend the session where it returns false', () => {
    const tab = openTab(new Map());
    expect(tab.isFirst('who', NOON)).toBe(true);
    const id = tab.touch(NOON);
    for (let minute = 10; minute <= 30; minute += 10) {
      expect(tab.isFirst('who', NOON + minute * MINUTE)).toBe(false);
    }
    expect(tab.isFirst('who', NOON + 40 * MINUTE)).toBe(true);
    expect(tab.touch(NOON + 40 * MINUTE)).not.toBe(id);
  });
});
