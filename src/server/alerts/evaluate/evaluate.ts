// Evaluates alerts: finds matches among what was stored since the last evaluation, and queues their
// deliveries.
import { LONGEST_WRITE_MS } from '../../database/analytics/statement-settings.js';
import type { AnalyticsDatabase } from '../../database/ports.js';
import type { Log } from '../../log.js';
import { eventMatches } from './event-matches.js';
import { databaseInstant, type Match, type Window } from './match.js';
import type { DueAlert, MatchStore } from './match-store.js';
import { type UserMatchesParts, userMatches } from './user-matches.js';

export interface EvaluatorParts extends Omit<UserMatchesParts, 'database'> {
  readonly analytics: Pick<AnalyticsDatabase, 'query'>;
  readonly store: MatchStore;
  readonly log: Log;
  /** Least time between two evaluations of an alert (decision N-14). */
  readonly everyMs: number;
  /** Most matches of one page. Default 1,000. */
  readonly pageSize?: number;
}

export interface Evaluator {
  /** Evaluates every alert that is due. If one fails, it is tried again at its next turn. */
  evaluateDue(signal: AbortSignal): Promise<void>;
}

/** The same wallet is reported again only after this time (decision N-14). */
const WALLET_AGAIN_MS = 24 * 60 * 60_000;
const PAGE_SIZE = 1_000;
/** The latest time that the database can store. */
const LATEST_MS = Date.parse('2299-12-31T23:59:59.999Z');

const NOW = "SELECT toString(now64(3, 'UTC')) AS now";

/** The clock of the analytics database, which stamps `stored_at`; ISO 8601. */
export async function analyticsNow(database: Pick<AnalyticsDatabase, 'query'>): Promise<string> {
  const { data } = await database.query<{ now: string }>(NOW, {}, { urgent: true });
  const [row] = data;
  if (row === undefined) throw new Error('The analytics database did not return its time.');
  return `${row.now.replace(' ', 'T')}Z`;
}

const iso = (at: number): string => new Date(at).toISOString();

export function createEvaluator(parts: EvaluatorParts): Evaluator {
  const { analytics, store, log, everyMs, now, pageSize: size = PAGE_SIZE } = parts;

  const matchesOf = (alert: DueAlert, window: Window): AsyncGenerator<readonly Match[]> =>
    alert.trigger_type === 'event'
      ? eventMatches(analytics, alert.trigger_filters, { window, size })
      : userMatches({ ...parts, database: analytics }, alert.trigger_filters, { window, size });

  const evaluate = async (alert: DueAlert, signal: AbortSignal): Promise<void> => {
    const until = await analyticsNow(analytics);
    // The window overlaps the last one, for events whose write was in progress then. Matches are deduplicated.
    const [from, last] = [Date.parse(alert.looks_from), Date.parse(alert.looked_until)];
    const present = Date.parse(until);
    // If the database's clock was set back, new events may be stamped before `looked_until`, or even `looks_from`.
    const overlapping = Math.min(last, present) - LONGEST_WRITE_MS;
    const windowOf = (after: number, end: number): Window => ({
      projectId: alert.project_id,
      after: databaseInstant(iso(after)),
      until: databaseInstant(iso(end)),
    });
    const windows = [
      windowOf(from > present ? overlapping : Math.max(from, overlapping), present),
      // And what was stored between the last evaluation and the moment when the clock was set back.
      ...(last > present ? [windowOf(Math.max(from, last - LONGEST_WRITE_MS), LATEST_MS)] : []),
    ];
    for (const window of windows) {
      for await (const matches of matchesOf(alert, window)) {
        // `looked_until` stays unchanged, so the remaining matches are found again by the next evaluation.
        if (signal.aborted) return;
        const at = now();
        const again = alert.trigger_type === 'user' ? { again: iso(at - WALLET_AGAIN_MS) } : {};
        await store.report(alert, matches, { now: iso(at), ...again });
      }
    }
    await store.advance(alert, until);
  };

  return {
    async evaluateDue(signal) {
      while (!signal.aborted) {
        const alert = await store.claim(iso(now()), iso(now() - everyMs));
        if (alert === undefined) return;
        await evaluate(alert, signal).catch((error) =>
          log.error('An alert could not be evaluated; the server will try again.', error, {
            alert: alert.id,
          }),
        );
      }
    },
  };
}
