// The rules of charts, and their results where these are asked for.
import type { Chart, ChartQuery, ChartResults, NewChart } from '../../protocol/boards/chart.js';
import type { PageQuery } from '../../protocol/lists.js';
import { dateRange } from '../analytics/date-range.js';
import { requireFound } from '../errors/require-found.js';
import { createId, type WorkspaceIdentity } from '../keys/api-keys.js';
import { type Listed, listPage } from '../list-page.js';
import type { QueryService } from '../query/service.js';
import { checkChart, checkQuestion, isManaged, placeholderOf } from './chart-rules.js';
import type { ChartContent, ChartRow, ChartsStore } from './charts-store.js';
import type { ChartDays, ChartRunner } from './run-chart.js';
import type { BoardsService } from './service.js';

type Owner = Pick<WorkspaceIdentity, 'projectIds'>;

const MOST_TEXT = 32_000_000;
const NO_ROOM: ChartResults = {
  data: [],
  meta: [],
  rows: 0,
  error: 'The charts before this one fill the answer. Request this chart on its own.',
};

/** Identifies a chart. */
export interface ChartPlace {
  readonly boardId: string;
  readonly chartId: string;
}

/** A chart that is run without being saved. */
export interface ChartPreview {
  readonly chart: NewChart;
  readonly days: ChartDays;
}

export interface ChartsService {
  list(owner: Owner, boardId: string, query: PageQuery & ChartQuery): Promise<Listed<Chart>>;
  create(owner: Owner, boardId: string, chart: NewChart): Promise<Chart>;
  /** Runs a chart without storing it. */
  preview(owner: Owner, boardId: string, preview: ChartPreview): Promise<ChartResults>;
  retrieve(owner: Owner, place: ChartPlace, query: ChartQuery): Promise<Chart>;
  replace(owner: Owner, place: ChartPlace, chart: NewChart): Promise<Chart>;
  remove(owner: Owner, place: ChartPlace): Promise<void>;
}

export interface ChartsParts {
  readonly store: ChartsStore;
  /** Finds the board first: who may see a board may see its charts. */
  readonly boards: Pick<BoardsService, 'retrieve'>;
  readonly run: ChartRunner;
  readonly query: Pick<QueryService, 'check'>;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: () => number;
  /**
   * Limit of all results in a list, in characters of JSON. Charts after the one that exceeds it have none.
   */
  readonly mostText?: number | undefined;
}

export function createChartsService(parts: ChartsParts): ChartsService {
  const { store, boards, run, query: sql, now = Date.now, mostText = MOST_TEXT } = parts;
  const found = (row: ChartRow | undefined, id: string): ChartRow =>
    requireFound(row, `chart ${JSON.stringify(id)} on this board`);
  const withResults = async (chart: Chart, { include, ...days }: ChartQuery): Promise<Chart> =>
    include === 'results' ? { ...chart, results: await run(chart, days) } : chart;
  /** Also checks the SQL, so that no chart is saved that can never run. */
  const checkSaved = (chart: NewChart): void => {
    checkChart(chart);
    if (!isManaged(chart.chart_type)) sql.check(chart.query ?? '');
  };

  return {
    async list(owner, boardId, query) {
      const { from: date_from, to: date_to } = dateRange(query, now());
      // Both days are named, so that all charts cover the same ones, also when midnight comes while they run.
      const asked = { ...query, date_from, date_to };
      const board = await boards.retrieve(owner, boardId);
      const page = await listPage(query, (window) => store.list(boardId, window));
      const charts: Chart[] = [];
      let room = mostText;
      // One after the other, so that a board of many charts does not occupy the whole engine.
      for (const row of page.data) {
        const chart = toChart(row, board);
        const shown = room > 0 ? await withResults(chart, asked) : { ...chart, results: NO_ROOM };
        if (shown.results) room -= JSON.stringify(shown.results).length;
        charts.push(shown);
      }
      return { ...page, data: charts };
    },
    async create(owner, boardId, chart) {
      checkSaved(chart);
      const board = await boards.retrieve(owner, boardId);
      const row = await store.insert(boardId, createId('cht'), toContent(chart));
      return toChart(requireFound(row, `board ${JSON.stringify(boardId)}`), board);
    },
    async preview(owner, boardId, { chart, days }) {
      dateRange(days, now());
      checkQuestion(chart);
      const { project_id } = await boards.retrieve(owner, boardId);
      const { steps, ...content } = toContent(chart);
      return run({ ...content, steps: steps ?? [], project_id }, days);
    },
    async retrieve(owner, { boardId, chartId }, query) {
      dateRange(query, now());
      const board = await boards.retrieve(owner, boardId);
      const row = found(await store.find(boardId, chartId), chartId);
      return withResults(toChart(row, board), query);
    },
    async replace(owner, { boardId, chartId }, chart) {
      checkSaved(chart);
      const board = await boards.retrieve(owner, boardId);
      return toChart(
        found(await store.replace(boardId, chartId, toContent(chart)), chartId),
        board,
      );
    },
    async remove(owner, { boardId, chartId }) {
      await boards.retrieve(owner, boardId);
      const isRemoved = await store.remove(boardId, chartId);
      requireFound(isRemoved || undefined, `chart ${JSON.stringify(chartId)} on this board`);
    },
  };
}

const toContent = (chart: NewChart): ChartContent => ({
  chart_type: chart.chart_type,
  title: chart.title,
  query: isManaged(chart.chart_type) ? placeholderOf(chart.chart_type) : (chart.query ?? ''),
  description: chart.description ?? null,
  x_axis: chart.x_axis ?? null,
  y_axis: chart.y_axis ?? null,
  group_by: chart.group_by ?? null,
  steps: chart.chart_type === 'funnel' ? (chart.steps ?? null) : null,
  settings: chart.settings ?? null,
});

const toChart = ({ steps, ...row }: ChartRow, board: { readonly project_id: string }): Chart => ({
  ...row,
  project_id: board.project_id,
  ...(steps === null ? {} : { steps }),
});
