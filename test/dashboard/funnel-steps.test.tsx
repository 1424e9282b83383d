// @vitest-environment happy-dom
// A funnel shows its groups if it has any, no bar for a step without users, and how many entered at
// each step.
/** @jsxImportSource preact */
import { beforeAll, expect, it, vi } from 'vitest';
import { SavedChart } from '../../src/dashboard/charts/saved-chart.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const STEPS = ['page', 'connect', 'page'];

/** @param came for each step, the users who also did the step before it; default: all */
const draw = (
  groups: Readonly<Record<string, readonly number[]>>,
  settings: object | null,
  came?: readonly number[],
) => {
  const data = Object.entries(groups).flatMap(([device, counts]) =>
    counts.map((users, index) => ({
      ...{ device, step: index + 1, event: STEPS[index], users },
      converted: came?.[index] ?? users,
      overall_rate: users / (counts[0] || 1),
    })),
  );
  const chart = {
    chart_type: 'funnel',
    title: 'F',
    settings,
    results: { data, meta: [], rows: 1 },
  };
  return mount(<SavedChart isOfDays chart={chart as never} />);
};

const rowsOf = (root: ParentNode) =>
  [...root.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
  );

it('has a row for each group, and the totals above', async () => {
  const groups = { desktop: [6, 3, 0], mobile: [4, 4, 1] };
  const root = await draw(groups, { breakdown: 'device' });
  expect([...root.querySelectorAll('.funnel-users')].map((one) => one.textContent)).toEqual([
    '10',
    '7',
    '1',
  ]);
  expect(rowsOf(root)).toEqual([
    ['Device', '1. Page view', '2. Wallet connected', '3. Page view'],
    ['desktop', '6', '3 50%', '0 0%'],
    ['mobile', '4', '4 100%', '1 25%'],
  ]);
});

it('shows names of countries and channels', async () => {
  const drawBy = async (breakdown: string, value: string) => {
    const data = [{ [breakdown]: value, step: 1, event: 'page', users: 1, converted: 1 }];
    const results = { data, meta: [], rows: 1 };
    const chart = { chart_type: 'funnel', title: 'F', settings: { breakdown }, results };
    const root = await mount(<SavedChart isOfDays chart={chart as never} />);
    return rowsOf(root).map(([name]) => name);
  };
  expect(await drawBy('location', 'BR')).toEqual(['Country', 'Brazil']);
  expect(await drawBy('channel_type', 'Direct')).toEqual(['Channel', 'Direct']);
  expect(await drawBy('builder_codes', 'x')).toEqual(['Builder code', 'x']);
});

it('shows the users from the previous step if it can be entered at any step', async () => {
  const root = await draw({ all: [4, 10, 5] }, { funnelType: 'open' }, [4, 2, 5]);
  const notes = [...root.querySelectorAll('.funnel .note')].map((one) => one.textContent);
  expect(notes).toEqual([
    'all who entered here',
    '50% of the previous step, 8 entered here',
    '50% of the previous step',
  ]);
  const bars = [...root.querySelectorAll<HTMLElement>('.funnel-track span')];
  expect(bars.map(({ style }) => style.getPropertyValue('--share'))).toEqual([
    '40%',
    '100%',
    '50%',
  ]);
});

it('has no table without groups, and no bar for a step without users', async () => {
  const root = await draw({ all: [2, 0] }, null);
  expect(rowsOf(root)).toEqual([]);
  const bars = [...root.querySelectorAll('.funnel-track')].map((one) => one.children.length);
  expect(bars).toEqual([1, 0]);
});
