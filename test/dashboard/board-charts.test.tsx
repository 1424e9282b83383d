// @vitest-environment happy-dom
// The charts of a board say what their columns count, and whether they ignore the date range.
/** @jsxImportSource preact */
import { beforeAll, expect, it, vi } from 'vitest';
import { RetentionTable } from '../../src/dashboard/charts/retention-table.js';
import { BoardCharts } from '../../src/dashboard/views/board/board-charts.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const NOTE = 'Ignores the date range';
const chart = {
  ...{ id: 'c', board_id: 'b', title: 'Chart', x_axis: null, y_axis: null, group_by: null },
  ...{ settings: null, created_at: '', updated_at: null },
};

it.each([
  ['number', 'SELECT count() FROM events', null, NOTE],
  ['number', 'SELECT count() FROM events', 'All of it', `All of it · ${NOTE}`],
  ['number', 'SELECT count() FROM events WHERE event_date >= {date_from}', null, undefined],
  ['number', 'SELECT count() FROM events WHERE event_date <= {date_to}', 'Some', 'Some'],
  ['funnel', '', null, undefined],
  // Public boards do not contain the query.
  ['number', undefined, null, undefined],
])('a chart of type %s with the query %j says if it ignores days', async (...asked) => {
  const [type, query, description, note] = asked;
  const one = { ...chart, chart_type: type, description, ...(query !== undefined && { query }) };
  const root = await mount(<BoardCharts charts={[one]} />);
  expect(root.querySelector('.panel-head .note')?.textContent).toBe(note);
});

it.each([
  ['day', 'Day 1'],
  ['week', 'Week 1'],
  ['month', 'Month 1'],
])('retention by %s has columns named by it', async (period, head) => {
  const rows = [0, 1].map((at) => ({
    ...{ cohort: '2026-03-01', size: 4, period: at, users: 2, rate: 0.5 },
  }));
  const root = await mount(<RetentionTable label="Retention" rows={rows} period={period} />);
  const heads = [...root.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['Cohort', 'Visitors', 'Start', head]);
});

it('retention over more than a year shows the year of each first day', async () => {
  const rows = ['2025-03-01', '2026-03-01'].map((cohort) => ({
    ...{ cohort, size: 4, period: 0, users: 4, rate: 1 },
  }));
  const root = await mount(<RetentionTable label="Retention" rows={rows} period="month" />);
  const names = [...root.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Mar 1, 2025', 'Mar 1, 2026']);
});

it.each([
  ['table', 'SELECT 1 FROM events', 'No rows.'],
  ['table', 'SELECT 1 FROM events WHERE event_date >= {date_from}', 'No rows in this period.'],
  ['funnel', '', 'No rows in this period.'],
  ['table', undefined, 'No rows.'],
])('a %s of %j without rows mentions days if it depends on them', async (type, query, words) => {
  const results = { data: [], meta: [], rows: 0, has_more: false };
  const one = { ...chart, chart_type: type, description: null, results, ...(query && { query }) };
  const root = await mount(<BoardCharts charts={[one as never]} />);
  expect(root.querySelector('.empty')?.textContent).toBe(words);
});
