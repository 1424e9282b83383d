// @vitest-environment happy-dom
// A wallet's history: grouped by visit, including events from before the wallet was connected.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { act } from 'preact/test-utils';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HistoryPanel } from '../../src/dashboard/parts/history-panel.js';
import { DAY_MS, toDay } from '../../src/dashboard/state/date-range.js';
import type { EventRow } from '../../src/dashboard/state/events.js';
import { toVisits, visitsOfWallet } from '../../src/dashboard/state/visits.js';
import { answerTo } from './answer-events.js';
import { At } from './at.js';
import { NOON, rowOf } from './event-row.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const ADDRESS = `0x${'1'.repeat(40)}`;
const MINUTE_MS = 60_000;

const newestFirst = (rows: readonly EventRow[]) =>
  rows.toSorted((one, other) => other.happened_ms - one.happened_ms);

describe('visits', () => {
  it('contain every event of the wallet once, other events of the same sessions, and nothing else', () => {
    const event = fc.record({
      project_id: fc.constantFrom('prj_1', 'prj_2'),
      session_id: fc.constantFrom('', 's1', 's2', 's3'),
      happened_ms: fc.integer({ min: NOON, max: NOON + 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (mine, others) => {
        const own = newestFirst(
          mine.map((one, index) => rowOf({ ...one, address: ADDRESS, message_id: `own${index}` })),
        );
        const beside = newestFirst(
          others
            .filter(({ session_id: session }) => session !== '')
            .map((one, index) => rowOf({ ...one, message_id: `beside${index}` })),
        );
        const visits = toVisits(own, beside);
        const ids = visits.flatMap(({ events }) => events.map(({ message_id: id }) => id));
        const isOfVisit = (row: EventRow) =>
          own.some((one) => one.project_id === row.project_id && one.session_id === row.session_id);
        const expected = [...own, ...beside.filter(isOfVisit)].map(({ message_id: id }) => id);
        expect(ids.toSorted()).toEqual(expected.toSorted());
        for (const { events, source } of visits) {
          const times = events.map(({ happened_ms: ms }) => ms);
          expect(times).toEqual(times.toSorted((one, other) => one - other));
          expect(new Set(events.map((one) => `${one.project_id} ${one.session_id}`)).size).toBe(1);
          expect(source).toBe(events[0].session_id === '' ? undefined : 'Direct');
        }
        const newest = visits.map(({ events }) =>
          Math.max(...events.filter(({ address }) => address !== '').map((one) => one.happened_ms)),
        );
        expect(newest).toEqual(newest.toSorted((one, other) => other - one));
      }),
    );
  });

  it('show how the visitor arrived, by the first event', () => {
    const page = rowOf({
      utm_source: 'x',
      utm_campaign: 'spring',
      ref: 'guild',
      referrer: 'y.com',
    });
    const later = { address: ADDRESS, happened_ms: NOON + 1, message_id: 'm2' };
    const visit = toVisits([rowOf({ ...later, referrer: 'z.com' })], [page])[0];
    expect(visit?.source).toBe('x · spring · ref guild');
    expect(toVisits([rowOf({ ...later, referrer: 'z.com' })], [])[0]?.source).toBe('z.com');
  });

  it('put a page view before other events of the same moment', () => {
    const own = rowOf({ address: ADDRESS, type: 'connect', message_id: 'm2' });
    const [visit] = toVisits([own], [rowOf({})]);
    expect(visit?.events.map(({ type }) => type)).toEqual(['page', 'connect']);
  });

  it('separate events without a session by day', () => {
    const backend = { address: ADDRESS, session_id: '', type: 'track', event: 'paid' };
    const dayBefore = { ...backend, message_id: 'm2', happened_ms: NOON - 24 * 60 * MINUTE_MS };
    const visits = toVisits([rowOf(backend), rowOf(dayBefore)], []);
    expect(visits.map(({ events }) => events.length)).toEqual([1, 1]);
  });
});

describe('the history of a wallet', () => {
  const show = async (run: (sql: string) => readonly EventRow[], days: string[]) => {
    const asked = vi.fn(async (sql: string) => ({ data: run(sql) }));
    const root = await mount(
      <At hash="#/wallets/x" client={{ query: { run: asked } }}>
        <HistoryPanel wanted={visitsOfWallet(ADDRESS, days)} empty="Nothing yet." />
      </At>,
    );
    await act(() => pause());
    await act(() => pause());
    return { root, asked };
  };
  const isBeside = (sql: string) => sql.includes("address = ''");

  it('starts with the page views from before the wallet was connected', async () => {
    const own = [
      rowOf({
        ...{ type: 'transaction', address: ADDRESS, happened_ms: NOON + 3, message_id: 'm4' },
        transaction_hash: `0x${'ab'.repeat(32)}`,
      }),
      rowOf({ type: 'transaction', address: ADDRESS, happened_ms: NOON + 2, message_id: 'm3' }),
      rowOf({ type: 'connect', address: ADDRESS, happened_ms: NOON + 1, message_id: 'm2' }),
    ];
    const page = rowOf({ utm_source: 'newsletter' });
    const { root } = await show((sql) => (isBeside(sql) ? [page] : own), ['2026-03-14']);
    expect(root.querySelector('summary')?.textContent).toContain('newsletter');
    expect(root.querySelector('.visit-trail')?.textContent).toBe(
      'Page view · Wallet connected · Transaction\u00a0×2',
    );
    expect(root.querySelectorAll('.event-hash').length).toBe(1);
    expect(root.querySelector('.event-hash .mono')?.textContent).toBe('0xabab…abab');
    expect(root.querySelector('.event-hash button')?.textContent).toBe('Copy transaction hash');
    const names = [...root.querySelectorAll('.event-name')].map((one) => one.textContent);
    expect(names).toEqual(['Page view', 'Wallet connected', 'Transaction', 'Transaction']);
  });

  it('opens the newest visits, and leaves the others closed', async () => {
    const own = Array.from({ length: 5 }, (_, index) =>
      rowOf({
        ...{ address: ADDRESS, message_id: `m${index}`, session_id: `s${index}` },
        happened_ms: NOON - index * 60 * MINUTE_MS,
      }),
    );
    const { root } = await show((sql) => (isBeside(sql) ? [] : own), ['2026-03-14']);
    const isOpen = [...root.querySelectorAll('.visits > details')].map((one) =>
      one.hasAttribute('open'),
    );
    expect(isOpen).toEqual([true, true, true, false, false]);
  });

  it.each([
    ['100 events', 100, 1, false],
    ['more events', 101, 1, true],
    ['19 days before today', 1, 19, false],
    ['more days', 1, 20, true],
  ])('with %s offers older visits only if there are any', async (_, events, days, hasOlder) => {
    const own = Array.from({ length: events }, (_, index) =>
      rowOf({ address: ADDRESS, message_id: `m${index}`, happened_ms: NOON - index }),
    );
    const { root } = await show(
      (sql) => (isBeside(sql) ? [] : own),
      Array.from({ length: days }, (_, day) => toDay(NOON - (days - 1 - day) * DAY_MS)),
    );
    expect(root.querySelectorAll('.events > li')).toHaveLength(Math.min(events, 100));
    expect(root.querySelector('.older') !== null).toBe(hasOlder);
  });

  it('shows older visits below the newest ones once they are asked for', async () => {
    const own = Array.from({ length: 150 }, (_, index) =>
      rowOf({
        ...{ address: ADDRESS, message_id: `m${index}`, session_id: `s${Math.floor(index / 8)}` },
        happened_ms: NOON - index,
      }),
    );
    const { root, asked } = await show((sql) => answerTo(sql, own), ['2026-03-14']);
    const shown = () => root.querySelectorAll('.visit-head').length;
    // The thirteenth visit began before the hundredth event, and is not shown in part.
    expect(shown()).toBe(12);
    expect(asked).toHaveBeenCalledTimes(2);
    const older = root.querySelector<HTMLDetailsElement>('.older');
    await act(() => {
      if (older !== null) older.open = true;
      return pause();
    });
    await act(() => pause());
    expect(shown()).toBe(19);
    expect(older?.querySelectorAll('details[open]')).toHaveLength(0);
    expect(root.querySelectorAll('.older')).toHaveLength(1);
  });

  it('queries only the newest active days of the wallet and today, and the days around its visits', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 27), toFake: ['Date'] });
    try {
      const days = Array.from({ length: 30 }, (_, day) => toDay(NOON + day * DAY_MS));
      const own = [rowOf({ address: ADDRESS, session_id: "it's" })];
      const { asked } = await show((sql) => (isBeside(sql) ? [] : own), days);
      const [first = '', second = ''] = asked.mock.calls.map(([sql]) => sql);
      // `event_date` is set by the visitor's clock, which may be wrong.
      const daysIn = (sql: string) =>
        /toDate\(timestamp\) IN \(([^)]+)\)/.exec(sql)?.[1]?.match(/\d{4}-\d\d-\d\d/g);
      expect(daysIn(first)).toEqual([...days.slice(10), '2026-11-27']);
      expect(daysIn(second)).toEqual(['2026-03-13', '2026-03-14', '2026-03-15']);
      expect(second).toContain("session_id IN ('it\\'s')");
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs no second query for a wallet without visits', async () => {
    const { root, asked } = await show(() => [], []);
    expect(root.textContent).toContain('Nothing yet.');
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
