// The query operation: one SELECT of the workspace's own over its views.
import { columnSchema, dateRange } from '../analytics/analytics-answer.js';
import { QUERY_LIMIT, QUERY_MAX_LENGTH } from '../limits.js';
import { apiKey, type Route } from '../route.js';
import { anything, array, boolean, integer, object, record, string } from '../schema.js';

const querySchema = object({
  query: string({
    minLength: 1,
    maxLength: QUERY_MAX_LENGTH,
    description: 'One SELECT, or WITH ... SELECT, without comments.',
    examples: ['SELECT event, count() AS hits FROM events GROUP BY event ORDER BY hits DESC'],
  }),
  ...dateRange,
});

/** Rows with what is known of them. */
export const queryAnswerProperties = {
  data: array(record(anything()), { description: 'Rows: values by the names of the columns.' }),
  meta: array(columnSchema),
  total: integer({ minimum: 0, description: 'Rows before LIMIT and OFFSET.' }),
  limit: integer({ minimum: 0, description: 'LIMIT of the query, or the default.' }),
  offset: integer({ minimum: 0, description: 'OFFSET of the query, or 0.' }),
  has_more: boolean({ description: 'Whether rows follow the answered ones.' }),
};

const answerSchema = object(queryAnswerProperties, { title: 'QueryAnswer' });

export const queryRoutes = {
  runQuery: {
    method: 'POST',
    path: '/v0/query',
    tag: 'Query',
    summary: "Run one SELECT over the workspace's own views.",
    description:
      'Tables: `events`, `sessions`, `wallet_profiles`, `labels`. `SELECT * FROM events LIMIT 1` shows ' +
      'the columns of one.\n\n' +
      "A SELECT in ClickHouse's dialect: CTEs, joins, subqueries, unions, window functions, lambdas. " +
      'Tables, columns and functions are those of an allow-list, so nothing else can be reached. ' +
      'The query may name the days as `{date_from}` and `{date_to}`, as in ' +
      '`toDate(timestamp) BETWEEN {date_from} AND {date_to}`. ' +
      `Without LIMIT it answers ${QUERY_LIMIT.default} rows; at most ${QUERY_LIMIT.maximum}.`,
    credential: apiKey('query:read'),
    body: querySchema,
    status: 200,
    answer: answerSchema,
  },
} as const satisfies Record<string, Route>;
