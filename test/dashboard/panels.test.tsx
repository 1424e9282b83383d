// @vitest-environment happy-dom
// Texts of the panels of the overview match the query whose results they show.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FilterBar } from '../../src/dashboard/parts/filter-bar.js';
import { ActivityPanel, useActivity } from '../../src/dashboard/views/overview/activity-panel.js';
import { FiguresPanel } from '../../src/dashboard/views/overview/figures-panel.js';
import {
  ChainsPanel,
  PagesPanel,
  PlacesPanel,
} from '../../src/dashboard/views/overview/rankings.js';
import { SourcesPanel } from '../../src/dashboard/views/overview/sources-panel.js';
import { WalletRevenuePanel } from '../../src/dashboard/views/wallet/wallet-revenue-panel.js';
import { At } from './at.js';
import { mount, remount } from './render.js';
import { type Answer, scriptedAnalytics, textsOf } from './scripted-analytics.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const Activity = () => <ActivityPanel activity={useActivity()} />;

it('shows no busy state for the refresh each minute, and shows its result', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let visitors = 5;
  const { analytics, asked, answerAll } = scriptedAnalytics({
    topSources: () => [{ referrer: 'a', visitors, sessions: 3, hits: 4 }],
  });
  const root = await mount(
    <At hash="#/overview" client={{ analytics }}>
      <SourcesPanel />
    </At>,
  );
  await answerAll();
  const busy = () => root.querySelector('.answered')?.getAttribute('aria-busy');
  expect(busy()).toBe('false');
  visitors = 6;
  await act(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(asked).toHaveLength(2);
  expect(busy()).toBe('false');
  expect(textsOf(root, 'tbody td')).toContain('5');
  await answerAll();
  expect(textsOf(root, 'tbody td')).toContain('6');
});

describe('while another query is running', () => {
  it('sources keep the heading of their own query', async () => {
    const { analytics, answerAll } = scriptedAnalytics({
      topSources: ({ metric_column: column }) => [
        { [String(column)]: `a ${column}`, visitors: 2, sessions: 3, hits: 4 },
      ],
    });
    const at = (hash: string) => (
      <At hash={hash} client={{ analytics }}>
        <SourcesPanel />
      </At>
    );
    const root = await mount(at('#/overview'));
    await answerAll();
    await remount(root, at('#/overview?source=channel'));
    expect(root.querySelector('.answered')?.getAttribute('aria-busy')).toBe('true');
    expect(textsOf(root, 'tbody th, thead th:first-child')).toEqual(['Referrer', 'a referrer']);
    await answerAll();
    expect(textsOf(root, 'tbody th, thead th:first-child')).toEqual(['Channel', 'a channel']);
  });

  it.each([
    ['activity', <Activity key="a" />],
    ['revenue of a wallet', <WalletRevenuePanel key="r" address="0x1" />],
  ])('%s keeps the days of its own query', async (_, panel) => {
    const rows: Answer = ({ date_from: date }) => [
      { date, event_key: 'page', count: 5, event: 'page', revenue: 5 },
    ];
    const { analytics, answerAll } = scriptedAnalytics({
      eventTimeseries: rows,
      revenueTimeseries: rows,
    });
    const at = (range: string) => (
      <At hash={`#/overview?range=${range}`} client={{ analytics }}>
        {panel}
      </At>
    );
    const root = await mount(at('2026-03-01..2026-03-03'));
    await answerAll();
    await remount(root, at('2026-01-01..2026-01-31'));
    expect(textsOf(root, 'tbody th')).toEqual(['Mar 1', 'Mar 2', 'Mar 3']);
    await answerAll();
    expect(textsOf(root, 'tbody th')).toHaveLength(31);
  });
});

it.each([
  [
    '2026-03-01..2026-03-03',
    '+100% compared with the 3 days before',
    'Compared with the 3 days before.',
  ],
  ['2026-03-01..2026-03-01', '+100% compared with the day before', 'Compared with the day before.'],
  [
    '7d',
    '+100% compared with the 7 days before',
    'Compared with the 7 days before. Today is not over yet.',
  ],
  // Part of a day cannot be compared with all of the previous day.
  ['1d', undefined, '5 yesterday'],
])('the figures of %s name the period that they are compared with', async (range, change, note) => {
  const { analytics, answerAll } = scriptedAnalytics({
    kpis: () => [{ events: 9, visitors: 10, visitors_previous: 5 }],
  });
  const root = await mount(
    <At hash={`#/overview?range=${range}`} client={{ analytics }}>
      <FiguresPanel nothing="" />
    </At>,
  );
  await answerAll();
  expect(textsOf(root, '.change')[0]).toBe(change);
  expect(textsOf(root, '.note')[0]).toContain(note);
});

describe('a ranking', () => {
  it('adds up the projects where a row is far down in one of them', async () => {
    const row = (project_id: string, page: string, hits: number) => ({
      ...{ project_id, page, hits, visitors: hits, sessions: hits },
    });
    const pages = Array.from({ length: 150 }, (_, at) => row('one', `/${at}`, 1_000 - at));
    const { analytics, answerAll } = scriptedAnalytics({
      topPages: ({ limit }) => [...pages, row('two', '/0', 7)].slice(0, Number(limit)),
    });
    const root = await mount(
      <At hash="#/overview" client={{ analytics }}>
        <PagesPanel />
      </At>,
    );
    await answerAll();
    expect(textsOf(root, 'tbody tr:first-child > *')).toEqual(['/0', '1,007', '1,007']);
  });

  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

  it.each([
    ['Sources', 'topSources', 'referrer', 'visitors', <SourcesPanel key="s" />],
    ['Chains', 'topChains', 'chain_id', 'transactions', <ChainsPanel key="c" />],
    ['Countries', 'topLocations', 'location', 'visitors', <PlacesPanel key="p" />],
  ])('of %s is sorted by the number that it shows', async (_, ...asked) => {
    const [operation, column, number, panel] = asked;
    const { analytics, answerAll } = scriptedAnalytics({
      // As the API sorts them: by hits, which are not shown.
      [operation]: () =>
        names.map((name, index) => ({ [column]: name, hits: 90 - index, [number]: 10 + index })),
    });
    const root = await mount(
      <At hash="#/overview" client={{ analytics }}>
        {panel}
      </At>,
    );
    await answerAll();
    const shown = textsOf(root, 'tbody td:last-child').map(Number);
    expect(shown).toEqual([18, 17, 16, 15, 14, 13, 12, 11]);
  });
});

describe('with filters', () => {
  const KPIS = {
    ...{ visitors: 1, sessions: 2, wallets: 3, hits: 4, events: 5 },
    ...{ revenue: 6, bounce_rate: 1, session_seconds: 7 },
  };
  const answers = {
    kpis: () => [KPIS],
    topPages: () => [{ page: '/', hits: 4, visitors: 1 }],
    topChains: () => [{ chain_id: '1', hits: 4, transactions: 0, wallets: 3 }],
  };
  it('figures that are shortened have the full number as a tooltip', async () => {
    const { analytics, answerAll } = scriptedAnalytics({
      kpis: () => [{ ...KPIS, revenue: 1_234_567.5, visitors: 7_654_321 }],
    });
    const root = await mount(
      <At hash="#/overview" client={{ analytics }}>
        <FiguresPanel nothing="" />
      </At>,
    );
    await answerAll();
    const titles = [...root.querySelectorAll('.figure')].map((one) => one.getAttribute('title'));
    expect(titles).toEqual(['7,654,321', '2', '3', '4', '1,234,567.5', null, null]);
  });

  const show = async (filter: string) => {
    const { analytics, answerAll } = scriptedAnalytics(answers);
    const root = await mount(
      <At hash={`#/overview${filter && `?filter=${filter}`}`} client={{ analytics }}>
        <FilterBar />
        <FiguresPanel nothing="" />
        <PagesPanel />
        <ChainsPanel />
      </At>,
    );
    await answerAll();
    return {
      figures: textsOf(root, 'dt').map((title, index) => [title, textsOf(root, '.figure')[index]]),
      hint: textsOf(root, '.filters .note').join(),
      heads: textsOf(root, 'thead th:last-child'),
      values: textsOf(root, 'tbody td:last-child'),
    };
  };

  it.each(['', 'referrer:eq:x.com'])('"%s" counts visits', async (filter) => {
    const { figures, hint, heads, values } = await show(filter);
    expect(figures.map(([title]) => title)).toEqual([
      ...['Visitors', 'Sessions', 'Wallets', 'Page views', 'Revenue'],
      ...['Bounce rate', 'Duration'],
    ]);
    expect(hint).toBe('');
    expect([heads, values]).toEqual([
      ['Views', 'Transactions'],
      ['4', '0'],
    ]);
  });

  it('a filter on pages counts what happened there, and says so', async () => {
    const { figures, hint, heads } = await show('page:eq:/pools');
    expect(figures).toEqual([
      ['Matching visitors', '1'],
      ['Matching sessions', '2'],
      ['Matching wallets', '3'],
      ['Page views', '4'],
      ['Matching revenue', '6'],
    ]);
    expect(hint).toContain('Only events on these pages are counted');
    expect(heads).toEqual(['Views', 'Transactions']);
  });

  it.each(['event:eq:swap', 'type:neq:page', 'revenue:gt:5'])(
    '%s counts events, and says so',
    async (filter) => {
      const { figures, hint, heads, values } = await show(`referrer:eq:x.com&filter=${filter}`);
      expect(figures).toEqual([
        ['Matching visitors', '1'],
        ['Matching sessions', '2'],
        ['Matching wallets', '3'],
        ['Events', '4'],
        ['Matching revenue', '6'],
      ]);
      expect(hint).toContain('Only matching events are counted');
      expect([heads, values]).toEqual([
        ['Events', 'Events'],
        ['4', '4'],
      ]);
    },
  );

  it.each([
    ['', 'No events in this period.'],
    ['?filter=event:eq:swap', 'Nothing matches the filters in this period.'],
  ])('"%s" says whether the empty activity is due to the filters', async (search, words) => {
    const { analytics, answerAll } = scriptedAnalytics({ eventTimeseries: () => [] });
    const root = await mount(
      <At hash={`#/overview${search}`} client={{ analytics }}>
        <Activity />
      </At>,
    );
    await answerAll();
    expect(root.querySelector('.empty')?.textContent).toBe(words);
  });

  it('an empty list with filters mentions the filters', async () => {
    const { analytics, answerAll } = scriptedAnalytics({ topChains: () => [] });
    const root = await mount(
      <At hash="#/overview?filter=event:eq:swap" client={{ analytics }}>
        <ChainsPanel />
      </At>,
    );
    await answerAll();
    expect(root.querySelector('.empty')?.textContent).toContain('matches the filters');
  });
});
