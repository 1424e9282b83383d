// Runs the analytics questions on the analytics database.
import type { AnalyticsDatabase, AnalyticsResult } from '../database/ports.js';
import { type Remedies, tooMuchInOurWords } from '../errors/too-much.js';
import { MOST_ANSWER_BYTES } from '../limits/most-answer-bytes.js';
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
 * For FINAL, the engine would by default read every block that might hold the other row of an event that was
 * stored twice. That is most of the table, since the last block of a project overlaps all that follow. Both
 * rows are in the question's days anyway, except for an event that two processes accepted at once on the two
 * sides of midnight: it counts on both days, as it does in the rollups.
 */
const READ_BLOCKS_OF_DAYS_ONLY = 'SETTINGS use_skip_indexes_if_final_exact_mode = 0';

type Questions = typeof QUESTIONS;

/** Each question with its arguments; the caller names the type of its rows, as the API has it. */
export type AnalyticsStore = {
  readonly [Q in keyof Questions]: <Row>(
    ...question: Parameters<Questions[Q]>
  ) => Promise<AnalyticsResult<Row>>;
};

const REMEDIES: Remedies = {
  subject: 'The request',
  tooLarge: `has an answer of more than ${MOST_ANSWER_BYTES / 1e6} MB`,
  size: { remedy: 'Ask for fewer days, or by week or month.', param: 'query.date_from' },
  conditions: { remedy: 'Use fewer of them.', param: 'query.filters' },
};

/** A question that exceeds the engine's limits rejects with DomainError BAD_REQUEST. */
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
