// Runs the question behind a chart: SQL by the query area, the managed ones by the analytics area.
import type {
  Chart,
  ChartQuery,
  ChartResults,
  ChartSettings,
  ChartType,
} from '../../protocol/boards/chart.js';
import { CHART_ROWS, QUERY_LIMIT } from '../../protocol/limits.js';
import type { AnalyticsService, AskedScope } from '../analytics/service.js';
import { DomainError } from '../domain-error.js';
import type { QueryService } from '../query/service.js';
import type { ManagedType } from './chart-rules.js';
import { isManaged } from './chart-rules.js';

/** The days that a managed question is about, and that SQL may name as `{date_from}` and `{date_to}`. */
export type ChartDays = Pick<ChartQuery, 'date_from' | 'date_to'>;

/** What of a chart decides its rows. */
export type ChartQuestion = Pick<
  Chart,
  'chart_type' | 'project_id' | 'query' | 'steps' | 'settings'
>;

/** Runs a chart over the events of its project. A question that is refused is part of the results. */
export type ChartRunner = (chart: ChartQuestion, days: ChartDays) => Promise<ChartResults>;

export interface ChartRunnerParts {
  readonly analytics: Pick<AnalyticsService, 'funnel' | 'retention' | 'flow'>;
  readonly query: Pick<QueryService, 'run'>;
}

/** What is so for a moment is no answer of the chart's. */
const PASSING: readonly string[] = ['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/** A board has many charts, and all that is drawn of one is smaller. */
const MOST_CHART_BYTES = 8_000_000;
/** Boards that are opened at once wait for each other. */
const PATIENCE_MS = 20_000;

type Table = Pick<ChartResults, 'data' | 'meta' | 'has_more'>;

/**
 * Rows of SQL that names no LIMIT. A picture without its last days would be a wrong one; a table is
 * looked through row by row, and a row may hold a whole event.
 */
const rowsOf = (type: ChartType) => (type === 'table' ? QUERY_LIMIT.default : CHART_ROWS);

export const createChartRunner =
  ({ analytics, query }: ChartRunnerParts): ChartRunner =>
  async (chart, days) => {
    const { chart_type, project_id: projectId } = chart;
    const ask = (): Promise<Table> =>
      isManaged(chart_type)
        ? ASK[chart_type](analytics, chart, {
            scope: scopeOf(chart, days),
            projectIds: [projectId],
          })
        : askSql(query, chart, days);
    try {
      const { data, meta, has_more: hasMore } = await ask();
      return { data, meta, rows: data.length, ...(hasMore ? { has_more: true } : {}) };
    } catch (error) {
      if (!(error instanceof DomainError) || PASSING.includes(error.code)) throw error;
      return { data: [], meta: [], rows: 0, error: error.message };
    }
  };

async function askSql(
  query: ChartRunnerParts['query'],
  chart: ChartQuestion,
  { date_from, date_to }: ChartDays,
): Promise<Table> {
  const { query: sql, project_id: projectId } = chart;
  const rows = rowsOf(chart.chart_type);
  const asker = { workspaceId: projectId, projectIds: [projectId] };
  const {
    data,
    meta,
    limit,
    has_more: hasMore,
  } = await query.run(sql, asker, {
    rows,
    days: { date_from, date_to },
    mostBytes: MOST_CHART_BYTES,
    waitMs: PATIENCE_MS,
  });
  // Where the question has a LIMIT of its own, no more was asked for.
  return { data, meta, has_more: hasMore && limit === rows };
}

interface Asked {
  readonly scope: AskedScope;
  readonly projectIds: readonly string[];
}

type Ask = (
  analytics: ChartRunnerParts['analytics'],
  chart: ChartQuestion,
  asked: Asked,
) => Promise<Table>;

const settingsOf = ({ settings }: ChartQuestion): ChartSettings => settings ?? {};

const ASK: Readonly<Record<ManagedType, Ask>> = {
  funnel: (analytics, chart, { scope, projectIds }) => {
    const { conversionWindow, funnelType, breakdown } = settingsOf(chart);
    const definition = {
      steps: chart.steps ?? [],
      conversionWindow: conversionWindow ?? undefined,
      type: funnelType ?? undefined,
      groupBy: breakdown ?? undefined,
    };
    return analytics.funnel(definition, scope, projectIds);
  },
  retention: (analytics, chart, { scope, projectIds }) => {
    const { period, entryFilter, retentionFilter } = settingsOf(chart);
    const definition = {
      period: period ?? undefined,
      entry: entryFilter ?? undefined,
      comeBack: retentionFilter ?? undefined,
    };
    return analytics.retention(definition, scope, projectIds);
  },
  user_paths: (analytics, chart, { scope, projectIds }) => {
    const { anchors, maxSteps, nodesPerStep } = settingsOf(chart);
    const definition = {
      start: anchors?.[0],
      maxSteps: maxSteps ?? undefined,
      nodesPerStep: nodesPerStep ?? undefined,
    };
    return analytics.flow(definition, scope, projectIds);
  },
};

function scopeOf(chart: ChartQuestion, { date_from, date_to }: ChartDays): AskedScope {
  const { filters, retentionUserFilters } = settingsOf(chart);
  const all = [...(filters ?? []), ...(retentionUserFilters ?? [])];
  return { date_from, date_to, ...(all.length === 0 ? {} : { filters: JSON.stringify(all) }) };
}
