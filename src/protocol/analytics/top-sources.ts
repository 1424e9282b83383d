// `GET /v0/top_sources`: where sessions came from.
import { type Infer, object, oneOf, optional, string } from '../schema.js';
import { askedColumns, questionQuery, rowRange, visitCounts } from './analytics-answer.js';
import { SOURCE_COLUMNS } from './dimensions.js';
import { filtersParameter } from './filters.js';

/** Query of `GET /v0/top_sources`. */
export const topSourcesQuerySchema = object({
  ...questionQuery,
  ...rowRange,
  ...filtersParameter,
  metric_column: optional(
    oneOf(SOURCE_COLUMNS, {
      description: "Column of the session's first event to group by. Default: referrer.",
    }),
  ),
});

/** Row of `GET /v0/top_sources`: one column is named like `metric_column`. */
export const topSourcesRowSchema = object(
  {
    project_id: string(),
    ...askedColumns(SOURCE_COLUMNS),
    ...visitCounts,
  },
  { title: 'TopSourcesRow' },
);

export type TopSourcesQuery = Infer<typeof topSourcesQuerySchema>;
export type TopSourcesRow = Infer<typeof topSourcesRowSchema>;
