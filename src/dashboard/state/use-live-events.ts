// The newest events, read every few seconds while the page is visible.
import { useEffect, useRef, useState } from 'preact/hooks';
import { AuthenticationError } from '../../client/errors.js';
import { type EventRow, readLatestEvents } from './events.js';
import { filtersSql } from './filter-sql.js';
import { useScope } from './scope.js';
import { useSession } from './session.js';
import { useReport } from './troubles.js';
import { type Answer, askFailedAgain, useRetry } from './use-answer.js';

export interface LiveEvents {
  /** Newest first, with the error of the last attempt. */
  readonly answer: Answer<readonly EventRow[]>;
  /** Message ids of those that arrived last, while the page was open. */
  readonly fresh: ReadonlySet<string>;
  /** One of the filters cannot be applied to single events, so none is: these are all events. */
  readonly isUnfiltered: boolean;
  /** There are filters, and the events match them. */
  readonly isFiltered: boolean;
}

const INTERVAL_MS = 2_500;
const MAX_INTERVAL_MS = 30_000;

interface Live extends Pick<LiveEvents, 'fresh'> {
  /** Undefined until the first answer. */
  readonly events: readonly EventRow[] | undefined;
  readonly error: unknown;
  /** What was asked for. */
  readonly of: string;
}

/** What was shown before, unless it was of another project or under other filters. */
const from = (before: Live | undefined, of: string): Live =>
  before?.of === of ? before : { of, events: undefined, error: undefined, fresh: new Set() };

/** The project and the SQL conditions of the filters, and both as one text in `of`. */
export function useLiveQuestion() {
  const { project, filters } = useScope();
  const conditions = filtersSql(filters);
  return { project, conditions, of: `${project}${conditions}` };
}

/**
 * The newest events of the chosen project that match the filters.
 *
 * @param isPaused stops reading, so that the shown events stay
 */
export function useLiveEvents(limit: number, isPaused: boolean): LiveEvents {
  const { client, signOut } = useSession();
  const { project, conditions, of } = useLiveQuestion();
  const [last, setLast] = useState<Live>();
  const live = from(last, of);
  const turnNow = useRef(() => {});
  // Without any events there is nothing to stay.
  const isStopped = isPaused && live.events !== undefined;

  useEffect(() => {
    if (isStopped) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let intervalMs = INTERVAL_MS;
    let isRunning = false;

    const turn = async () => {
      if (isRunning || document.hidden || controller.signal.aborted) return;
      clearTimeout(timer);
      isRunning = true;
      try {
        const events = await readLatestEvents(
          client,
          { limit, project, conditions },
          { signal: controller.signal },
        );
        setLast((before) => ({
          of,
          events,
          error: undefined,
          fresh: freshOf(from(before, of), events),
        }));
        // These questions are the most frequent, so they notice first that the server is back.
        if (intervalMs > INTERVAL_MS) askFailedAgain();
        intervalMs = INTERVAL_MS;
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof AuthenticationError) {
          return signOut('The server no longer accepts this key. Sign in with another one.');
        }
        setLast((before) => ({ ...from(before, of), error }));
        intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS);
      } finally {
        isRunning = false;
      }
      timer = setTimeout(turn, intervalMs);
    };

    document.addEventListener('visibilitychange', turn);
    window.addEventListener('online', turn);
    turnNow.current = () => void turn();
    void turn();
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('online', turn);
    };
  }, [client, signOut, limit, project, conditions, of, isStopped]);
  const { events, fresh } = live;
  // What failed before the pause is not tried again during it.
  const error = isStopped ? undefined : live.error;
  useRetry(error !== undefined, () => turnNow.current());
  const isUnfiltered = conditions === undefined;
  const isFiltered = Boolean(conditions);
  const answer = {
    ...(events && { data: events }),
    error,
    isTold: useReport(error),
    isAsking: false,
    askAgain: askFailedAgain,
  };
  return { answer, fresh, isUnfiltered, isFiltered };
}

/** No event of the first answer is fresh. Fresh events stay so until newer ones arrive. */
function freshOf(
  before: Pick<Live, 'events' | 'fresh'>,
  now: readonly EventRow[],
): ReadonlySet<string> {
  if (before.events === undefined) return before.fresh;
  const known = new Set(before.events.map(({ message_id: id }) => id));
  const fresh = now.filter(({ message_id: id }) => !known.has(id));
  return fresh.length === 0 ? before.fresh : new Set(fresh.map(({ message_id: id }) => id));
}
