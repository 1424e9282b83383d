// Charts saved on a board.
import { columnSchema, dateRange } from '../analytics/analytics-answer.js';
import { DIMENSIONS } from '../analytics/dimensions.js';
import { analyticsFiltersSchema } from '../analytics/filters.js';
import { conversionWindowSchema, FUNNEL_TYPES, funnelStepSchema } from '../analytics/funnel.js';
import { PERIODS } from '../analytics/retention.js';
import { displayName } from '../display-name.js';
import { CHART_ROWS, FLOW_NODES, FLOW_STEPS, QUERY_LIMIT, QUERY_MAX_LENGTH } from '../limits.js';
import { listAnswer, pageQuery } from '../lists.js';
import {
  anything,
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  record,
  string,
} from '../schema.js';
import { boardParams } from './board.js';

export const CHART_TYPES = [
  'table',
  'number',
  'funnel',
  'bar',
  'line',
  'pie',
  'stacked',
  'user_paths',
  'retention',
] as const;

export type ChartType = (typeof CHART_TYPES)[number];

const event = nullable(funnelStepSchema);
const filters = nullable(analyticsFiltersSchema);

/** Known keys of `settings` (decision N-17); others are kept as sent. */
export const chartSettingsSchema = object(
  {
    funnelType: optional(nullable(oneOf(FUNNEL_TYPES))),
    conversionWindow: optional(nullable(conversionWindowSchema)),
    breakdown: optional(nullable(oneOf(DIMENSIONS))),
    anchors: optional(
      nullable(
        array(funnelStepSchema, { maxItems: 1, description: 'Event where the paths start.' }),
      ),
    ),
    maxSteps: optional(nullable(integer({ ...FLOW_STEPS, description: 'Steps of a path.' }))),
    nodesPerStep: optional(nullable(integer({ ...FLOW_NODES }))),
    filters: optional(filters),
    period: optional(
      nullable(oneOf(PERIODS, { description: 'Period of retention. Default: day.' })),
    ),
    entryFilter: optional(event),
    retentionFilter: optional(event),
    retentionUserFilters: optional(filters),
  },
  {
    title: 'ChartSettings',
    description: 'Further keys are kept as they are sent.',
    additionalProperties: true,
  },
);

export type ChartSettings = Infer<typeof chartSettingsSchema>;

const column = nullable(string({ minLength: 1, maxLength: 200 }));

/** Body of `POST` and `PUT` of charts; what a type needs is in the chart rules (decision N-19). */
export const newChartSchema = object(
  {
    chart_type: oneOf(CHART_TYPES),
    title: displayName,
    query: optional(
      nullable(
        string({
          maxLength: QUERY_MAX_LENGTH,
          description: `SQL, as POST /v0/query takes it, with {date_from} and {date_to} for the days that are looked at. Without LIMIT it reads ${CHART_ROWS} rows, in a table ${QUERY_LIMIT.default}.`,
        }),
      ),
    ),
    description: optional(nullable(string({ maxLength: 2_000 }))),
    x_axis: optional(column),
    y_axis: optional(nullable(array(string({ minLength: 1, maxLength: 200 }), { maxItems: 20 }))),
    group_by: optional(column),
    steps: optional(nullable(array(funnelStepSchema, { maxItems: 10 }))),
    settings: optional(nullable(chartSettingsSchema)),
  },
  { title: 'NewChart' },
);

export type NewChart = Infer<typeof newChartSchema>;

/** What a chart's query answered, or why it did not. */
export const chartResultsSchema = object(
  {
    data: array(record(anything())),
    meta: array(columnSchema),
    rows: integer({ minimum: 0 }),
    has_more: optional(
      boolean({
        description: '`true` if SQL without a LIMIT has more rows than these; else absent.',
      }),
    ),
    error: optional(string({ description: 'Why there are no rows.' })),
  },
  { title: 'ChartResults' },
);

export type ChartResults = Infer<typeof chartResultsSchema>;

export const chartSchema = object(
  {
    id: string(),
    chart_type: oneOf(CHART_TYPES),
    title: string(),
    query: string({ description: 'SQL; a placeholder for funnel, user_paths and retention.' }),
    project_id: string(),
    board_id: string(),
    description: nullable(string()),
    x_axis: nullable(string()),
    y_axis: nullable(array(string())),
    group_by: nullable(string()),
    steps: optional(array(funnelStepSchema, { description: 'For funnels only.' })),
    settings: nullable(chartSettingsSchema),
    created_at: string({ format: 'date-time' }),
    updated_at: nullable(string({ format: 'date-time' })),
    results: optional(chartResultsSchema),
  },
  { title: 'Chart' },
);

export type Chart = Infer<typeof chartSchema>;

export const chartParamsSchema = object({
  ...boardParams,
  chartId: string({ description: 'Id of a chart of that board.' }),
});

const include = optional(
  oneOf(['results'], { description: 'Also runs the query and returns its rows.' }),
);

/**
 * The days count for funnel, user_paths and retention; SQL may name them as `{date_from}` and
 * `{date_to}`.
 */
export const chartQuerySchema = object({ include, ...dateRange });
export const previewQuerySchema = object(dateRange);
export const chartListQuerySchema = object({ ...pageQuery, include, ...dateRange });

export type ChartQuery = Infer<typeof chartQuerySchema>;
export const chartListSchema = listAnswer(chartSchema);
