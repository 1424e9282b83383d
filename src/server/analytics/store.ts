// Asks the analytics database the questions.
import type { AnalyticsDatabase, AnalyticsResult } from '../database/ports.js';
import { MOST_ANSWER_BYTES } from '../most-answer-bytes.js';
import { type Remedies, tooMuchInOurWords } from '../too-much.js';
import { eventTimeseries } from './questions/event-timeseries.js';
import { flow } from './questions/flow.js';
import { funnel } from './questions/funnel.js';
import { kpis } from './questions/kpis.js';
import { lifecycle, retention } from './questions/retention.js';
import { revenueOverview, revenueTimeseries } from './questions/revenue.js';
import { topEvents } from './questions/top-events.js';
import { topChains, topPages, topWallets } from './questions/top-lists.js';
import { topSources } from './questions/top-sources.js';
import type { Statement } from './statement.js';

const QUESTIONS = {
  topSources,
  topEvents,
  topPages,
  topWallets,
  topChains,
  eventTimeseries,
  revenueOverview,
  revenueTimeseries,
  kpis,
  funnel,
  retention,
  lifecycle,
  flow,
};

/**
 * Where an event stands twice, the engine would look for its other row in every block that might hold
 * it, which is most of the table: the last block of a project reaches over all that follow. Both rows
 * are in the days of a question anyway, unless they lie on the two sides of a midnight: an event that
 * two processes took at once, and it counts on both days then, as it does in the rollups.
 */
const READ_BLOCKS_OF_DAYS_ONLY = 'SETTINGS use_skip_indexes_if_final_exact_mode = 0';

type Questions = typeof QUESTIONS;

/** Each question with its arguments; rows are of the shape that the API names for it. */
export type AnalyticsStore = {
  readonly [Q in keyof Questions]: <Row>(
    ...question: Parameters<Questions[Q]>
  ) => Promise<AnalyticsResult<Row>>;
};

const REMEDIES: Remedies = {
  subject: 'The question',
  tooLarge: `has an answer of more than ${MOST_ANSWER_BYTES / 1e6} MB`,
  size: { remedy: 'Ask of fewer days, or by week or month.', param: 'query.date_from' },
  conditions: { remedy: 'Ask of fewer at once.', param: 'query.filters' },
};

/** Its questions reject with DomainError BAD_REQUEST where they ask for too much. */
export function createAnalyticsStore(database: Pick<AnalyticsDatabase, 'query'>): AnalyticsStore {
  const asked = Object.entries(QUESTIONS).map(([name, write]) => {
    const build = write as (...question: readonly unknown[]) => Statement;
    return [
      name,
      (...question: readonly unknown[]) => {
        const { sql, params } = build(...question);
        const options = { mostBytes: MOST_ANSWER_BYTES };
        return database
          .query(`${sql}\n${READ_BLOCKS_OF_DAYS_ONLY}`, params, options)
          .catch((error) => {
            throw tooMuchInOurWords(error, REMEDIES);
          });
      },
    ];
  });
  return Object.fromEntries(asked);
}
