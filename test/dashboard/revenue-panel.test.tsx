// @vitest-environment happy-dom
// Revenue, in total and by groups of visits.
/** @jsxImportSource preact */
import { beforeAll, expect, it, vi } from 'vitest';
import { RevenuePanel } from '../../src/dashboard/views/overview/revenue-panel.js';
import { At } from './at.js';
import { mount } from './render.js';
import { scriptedAnalytics, textsOf } from './scripted-analytics.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const DAYS = ['2026-03-01', '2026-03-02'];
/** For each day, in each of two projects. */
const BROUGHT: Readonly<Record<string, { revenue: number; volume: number }>> = {
  Others: { revenue: 50, volume: 0 },
  'x.com': { revenue: 1.25, volume: 0 },
  Direct: { revenue: 10, volume: 100 },
  'swap.example': { revenue: 0, volume: 30 },
  'idle.example': { revenue: 0, volume: 0 },
};

const draw = async (hash: string) => {
  const { analytics, asked, answerAll } = scriptedAnalytics({
    revenueOverview: ({ group_by: by }) =>
      DAYS.flatMap((date) =>
        ['a', 'b'].flatMap((project_id) =>
          by === undefined
            ? [{ date, project_id, revenue: 30.625, volume: 65 }]
            : Object.entries(BROUGHT).map(([group, sums]) => ({
                ...{ date, project_id, ...sums },
                [String(by)]: group,
              })),
        ),
      ),
  });
  const root = await mount(
    <At hash={hash} client={{ analytics }}>
      <RevenuePanel />
    </At>,
  );
  await answerAll();
  return { root, asked };
};

const tableIn = (root: ParentNode) =>
  [...root.querySelectorAll('[aria-label^="Revenue by"] tr')].map((row) => textsOf(row, 'th, td'));

it('shows the total at first', async () => {
  const { root, asked } = await draw('#/overview?range=2026-03-01..2026-03-07');
  expect(asked).toHaveLength(1);
  expect(tableIn(root)).toEqual([]);
});

it('sums up days and projects for each source, the largest first and the rest last', async () => {
  const { root, asked } = await draw('#/overview?range=2026-03-01..2026-03-07&revenue=referrer');
  expect(new Set(asked.map(([, { group_by: by }]) => by))).toEqual(
    new Set(['referrer', undefined]),
  );
  expect(tableIn(root)).toEqual([
    ['Referrer', 'Volume', 'Revenue'],
    ['Direct', '400', '40'],
    ['x.com', '0', '5'],
    ['swap.example', '120', '0'],
    ['Others', '0', '200'],
  ]);
  expect(textsOf(root, '[aria-label^="Revenue by"] button')).toEqual([
    'Direct',
    'x.com',
    'swap.example',
  ]);
});

it('without revenue mentions the selected days, since others may have some', async () => {
  const { analytics, answerAll } = scriptedAnalytics({ revenueOverview: () => [] });
  const root = await mount(
    <At hash="#/overview" client={{ analytics }}>
      <RevenuePanel />
    </At>,
  );
  await answerAll();
  expect(root.querySelector('.empty')?.textContent).toContain('No revenue in this period.');
});
