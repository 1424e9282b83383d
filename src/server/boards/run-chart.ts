// Runs a chart: SQL by the query area, funnels, retention and paths by the analytics area.
import type {
  Chart,
  ChartQuery,
  ChartResults,
  ChartSettings,
  ChartType,
} from '../../protocol/boards/chart.js';
import { CHART_ROWS, QUERY_LIMIT } from '../../protocol/limits.js';
import type { AnalyticsService, AskedScope } from '../analytics/service.js';
import { DomainError } from '../errors/domain-error.js';
import type { QueryService } from '../query/service.js';
import type { ManagedType } from './chart-rules.js';
import { isManaged } from './chart-rules.js';

/** The days that a built question covers, and that SQL may refer to as `{date_from}` and `{date_to}`. */
export type ChartDays = Pick<ChartQuery, 'date_from' | 'date_to'>;

/** The fields of a chart that determine its rows. */
export type ChartQuestion = Pick<
  Chart,
  'chart_type' | 'project_id' | 'query' | 'steps' | 'settings'
>;

/** Runs a chart over the events of its project. If the question is refused, the results hold the error. */
export type ChartRunner = (chart: ChartQuestion, days: ChartDays) => Promise<ChartResults>;

export interface ChartRunnerParts {
  readonly analytics: Pick<AnalyticsService, 'funnel' | 'retention' | 'flow'>;
  readonly query: Pick<QueryService, 'run'>;
}

/** Temporary errors: they are thrown, and not stored in the results. */
const PASSING: readonly string[] = ['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/** Small, since a board has many charts, and no chart draws more. */
const MOST_CHART_BYTES = 8_000_000;
/** How long a chart's SQL waits for a place while other boards are being read. */
const PATIENCE_MS = 20_000;

type Table = Pick<ChartResults, 'data' | 'meta' | 'has_more'>;

/**
 * Most rows of SQL that has no LIMIT. Drawn charts get many, since one without its last days would be wrong;
 * tables get few, as they are read row by row, and a row may hold a whole event.
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
  // With a LIMIT in the SQL, rows beyond it were not asked for, so `has_more` is not reported.
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
