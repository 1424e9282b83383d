// Moves complete segments from the journal into the database, and tries again until each of them is there.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.js';
import type { Journal } from './journal.js';
import { createNap } from './nap.js';
import { type Attempt, createRetryQueue, type RetryQueue } from './retry-queue.js';
import type { Segment } from './segment.js';

export interface LoaderOptions {
  readonly journal: Pick<Journal, 'cut' | 'hasFull' | 'release'>;
  /** Loads a segment; when the same id is loaded twice, its rows are stored once. */
  readonly load: (segment: Segment) => Promise<void>;
  /** Whether the database answers: tells one that is away from one that refuses a segment. */
  readonly isReady: () => Promise<boolean>;
  /** Complete segments of an earlier run; they go first. */
  readonly leftovers: readonly Segment[];
  readonly log: Log;
  /**
   * Least time between two segments, to gather rows. Milliseconds, default 200. Under load it grows
   * with the time that a load takes, up to ten times as long.
   */
  readonly gatherMs?: number;
  /** Wait after the nth failure in a row. Milliseconds, default 0.25 s doubling up to 30 s. */
  readonly backoffMs?: (failures: number) => number;
}

export interface Loader {
  /** To be called when there are rows to load. */
  wake(): void;
  /**
   * Stops, and loads the segments that there are, oldest first, until one fails or `timeoutMs` are over. The
   * rest stays in the journal for the next start.
   */
  drain(timeoutMs: number): Promise<void>;
}

/**
 * Each load has a fixed cost besides that of its rows. When loads take long there are many rows: then fewer
 * and larger loads leave more of the processor to the requests.
 */
const GATHER_PER_LOAD = 4;
const MOST_GATHERING = 10;

/** A database that answers but refuses this many segments in a row is at fault itself, and is given a rest. */
const REFUSED_IN_A_ROW = 3;
/** From this wait on, the waits for such a database grow no longer: 2 s by default. */
const LONGEST_REST = 4;

const doubling = (failures: number): number => Math.min(30_000, 250 * 2 ** (failures - 1));

export function startLoader(options: LoaderOptions): Loader {
  const { log } = options;
  const queue = createRetryQueue(options.leftovers);
  const work = createWork(options, queue);
  let isStopping = false;

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const waitMs = await work.step().catch((error) => {
        log.error('The journal could not be read; the server will try again.', error);
        return work.retryLater();
      });
      if (waitMs > 0 && !isStopping) await work.rest(waitMs);
    }
  };

  const loadTheRest = async (): Promise<void> => {
    await running;
    while (await work.cut()) {
      // Closes all of them first, so that no file stays open when one cannot be loaded.
    }
    for (let attempt = queue.first(); attempt !== undefined; attempt = queue.first()) {
      if (!(await loadOnce(attempt, options, queue))) return;
    }
  };

  const running = run();
  return {
    wake: work.noteRows,
    async drain(timeoutMs) {
      isStopping = true;
      work.wakeUp();
      const deadline = new AbortController();
      await Promise.race([
        loadTheRest().catch((error) => log.error('The journal could not be emptied.', error)),
        pause(timeoutMs, undefined, { signal: deadline.signal }).catch(() => {}),
      ]);
      deadline.abort();
    },
  };
}

/** The single steps of a loader, and when the next one is worth taking. */
function createWork(options: LoaderOptions, queue: RetryQueue) {
  const { journal, isReady, gatherMs = 200, backoffMs = doubling } = options;
  const nap = createNap();
  let hasRows = true;
  let gatheringSince = Number.NEGATIVE_INFINITY;
  let databaseFailures = 0;
  let refusedInARow = 0;
  let loadTookMs = 0;
  const gatherNowMs = (): number =>
    Math.min(gatherMs * MOST_GATHERING, Math.max(gatherMs, loadTookMs * GATHER_PER_LOAD));

  /** Whether there was a segment; there may be more then. */
  const cut = async (): Promise<boolean> => {
    hasRows = false;
    gatheringSince = performance.now();
    const segment = await journal.cut();
    if (segment === undefined) return false;
    queue.add(segment);
    hasRows = true;
    return true;
  };

  /** How many milliseconds to leave a database alone that answers but refused a segment. */
  const restAfterRefusal = (): number => {
    databaseFailures = 0;
    const tooMany = ++refusedInARow - REFUSED_IN_A_ROW;
    return tooMany < 0 ? 0 : backoffMs(Math.min(tooMany + 1, LONGEST_REST));
  };

  const load = async (attempt: Attempt): Promise<number> => {
    const begunAt = performance.now();
    if (await loadOnce(attempt, options, queue)) {
      databaseFailures = 0;
      refusedInARow = 0;
      loadTookMs = performance.now() - begunAt;
      return 0;
    }
    const isAway = !(await isReady());
    const restMs = isAway ? backoffMs(++databaseFailures) : restAfterRefusal();
    // When the database answers, this segment is at fault, and the others need not wait for it. When it is
    // away it may have crashed on this segment, so that the others go first once it is back.
    attempt.notBefore = performance.now() + restMs + backoffMs(attempt.failures);
    return restMs;
  };

  return {
    cut,
    rest: nap.rest,
    wakeUp: nap.end,
    /** @returns how many milliseconds to rest until the next step */
    async step(): Promise<number> {
      const now = performance.now();
      const due = queue.due(now);
      const gatherLeftMs = journal.hasFull() ? 0 : gatheringSince + gatherNowMs() - now;
      // New rows go before segments that failed, however many those are, unless the database is away.
      const isCutDue = hasRows && gatherLeftMs <= 0 && databaseFailures === 0;
      if (due !== undefined && (due.failures === 0 || !isCutDue)) return load(due);
      if (!hasRows) {
        // Rests here, at once: rows that came between this look and a later rest would wake nobody.
        await nap.rest(Math.max(1, queue.nextAt() - now));
        return 0;
      }
      if (gatherLeftMs > 0) return gatherLeftMs;
      // While the database is away, cutting a segment would only add one more to load later.
      if (databaseFailures > 0 && !(await isReady())) return backoffMs(++databaseFailures);
      await cut();
      return 0;
    },
    retryLater(): number {
      hasRows = true;
      return backoffMs(++databaseFailures);
    },
    noteRows(): void {
      if (hasRows) return;
      hasRows = true;
      gatheringSince = performance.now();
      nap.end();
    },
  };
}

/** @returns whether the database has the segment now; if so, it has left the journal and the queue */
async function loadOnce(
  attempt: Attempt,
  { load, journal, log }: LoaderOptions,
  queue: RetryQueue,
): Promise<boolean> {
  try {
    // When only the deletion failed, only that is repeated: the file may be gone, and its folder not synced.
    if (!attempt.isLoaded) await load(attempt.segment);
    attempt.isLoaded = true;
    await journal.release(attempt.segment);
  } catch (error) {
    attempt.failures++;
    log.error(
      'A journal segment could not be loaded or deleted; the server will try again.',
      error,
      {
        segment: attempt.segment.id,
        failures: attempt.failures,
      },
    );
    return false;
  }
  queue.remove(attempt);
  return true;
}
