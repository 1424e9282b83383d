// The charts of a board cover the same days in one answer.
import { expect, it } from 'vitest';
import { createChartsService } from '../../../src/server/boards/charts-service.js';
import type { ChartRow } from '../../../src/server/boards/charts-store.js';
import type { ChartDays } from '../../../src/server/boards/run-chart.js';

const OWNER = { projectIds: ['prj'] };
const MIDNIGHT = Date.UTC(2027, 0, 1);

const rowOf = (id: string): ChartRow => ({
  ...{ id, board_id: 'brd', chart_type: 'number', title: id, query: 'SELECT 1', steps: null },
  ...{ description: null, x_axis: null, y_axis: null, group_by: null, settings: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
});

it('charts cover the same days when midnight comes while they run', async () => {
  let now = MIDNIGHT - 1;
  const ran: ChartDays[] = [];
  const charts = createChartsService({
    store: { list: async () => ({ rows: ['a', 'b'].map(rowOf), total: 2 }) } as never,
    boards: { retrieve: async () => ({ project_id: 'prj' }) as never },
    query: { check() {} },
    async run(_, days) {
      ran.push(days);
      now = MIDNIGHT;
      return { data: [], meta: [], rows: 0 };
    },
    now: () => now,
  });
  await charts.list(OWNER, 'brd', { include: 'results' });
  const days = { date_from: '2026-12-24', date_to: '2026-12-31' };
  expect(ran).toEqual([days, days]);
});
