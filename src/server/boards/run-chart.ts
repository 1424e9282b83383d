// Runs the question behind a chart: SQL by the query area, the managed ones by the analytics area.
import type {
  Chart,
  ChartQuery,
  ChartResults,
  ChartSettings,
} from '../../protocol/boards/chart.js';
import type { AnalyticsService, AskedScope } from '../analytics/service.js';
import { DomainError } from '../domain-error.js';
import type { QueryService } from '../query/service.js';
import type { ManagedType } from './chart-rules.js';
import { isManaged } from './chart-rules.js';

/** The days, for charts whose question is managed. */
export type ChartDays = Pick<ChartQuery, 'date_from' | 'date_to'>;

/** Runs a chart over the events of its project. A question that is refused is part of the results. */
export type ChartRunner = (chart: Chart, days: ChartDays) => Promise<ChartResults>;

export interface ChartRunnerParts {
  readonly analytics: Pick<AnalyticsService, 'funnel' | 'retention' | 'flow'>;
  readonly query: Pick<QueryService, 'run'>;
}

type Table = Pick<ChartResults, 'data' | 'meta'>;

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
        : query.run(chart.query, { workspaceId: projectId, projectIds: [projectId] });
    try {
      const { data, meta } = await ask();
      return { data, meta, rows: data.length };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      return { data: [], meta: [], rows: 0, error: error.message };
    }
  };

interface Asked {
  readonly scope: AskedScope;
  readonly projectIds: readonly string[];
}

type Ask = (analytics: ChartRunnerParts['analytics'], chart: Chart, asked: Asked) => Promise<Table>;

const settingsOf = ({ settings }: Chart): ChartSettings => settings ?? {};

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

function scopeOf(chart: Chart, { date_from, date_to }: ChartDays): AskedScope {
  const { filters, retentionUserFilters } = settingsOf(chart);
  const all = [...(filters ?? []), ...(retentionUserFilters ?? [])];
  return { date_from, date_to, ...(all.length === 0 ? {} : { filters: JSON.stringify(all) }) };
}
