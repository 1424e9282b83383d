// Keeps the table that profile searches scan up with the tables behind it.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import { createSnapshotStore } from './snapshot-store.js';

export interface ProfileSnapshot {
  /** Takes up what is stored now; callers meanwhile share one further round. */
  refresh(): Promise<void>;
  /** The same, soon and without waiting: after events were loaded. */
  refreshSoon(): void;
  /** Resolves once every round has ended that may not have seen what is stored now. */
  roundEnded(): Promise<void>;
  /** Waits for a running round. */
  close(): Promise<void>;
}

export interface ProfileSnapshotOptions {
  readonly database: Pick<AnalyticsDatabase, 'query' | 'execute'>;
  readonly log: Log;
  /** Runs what reads and writes profiles while no process deletes of them. Default: at once. */
  readonly inRound?: <T>(round: () => Promise<T>) => Promise<T>;
}

/** What a round may have missed: rows are stamped when their insert begins, and seen when it ends. */
const OVERLAP_MS = 30_000;
/** Background rounds take at most this part of the time. */
const REST_FACTOR = 5;
/** A tidy table is scanned three times as fast; tidying rewrites it. */
const TIDY_REST_FACTOR = 30;

export function createProfileSnapshot(options: ProfileSnapshotOptions): ProfileSnapshot {
  const { database, log, inRound = (round) => round() } = options;
  const store = createSnapshotStore(database);
  /** Milliseconds since 1970; `undefined` until the table itself was asked. */
  let since: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let restUntil = 0;
  let tidyAt = 0;
  let isClosed = false;

  const round = async (): Promise<void> => {
    const begun = performance.now();
    const from = since ?? (await store.refreshedAt());
    const startedAt = await store.now();
    await inRound(() => store.takeUp(Math.max(0, from - OVERLAP_MS)));
    since = startedAt;
    const refreshed = performance.now();
    restUntil = refreshed + REST_FACTOR * (refreshed - begun);
    if (refreshed < tidyAt || isClosed) return;
    await store.tidy();
    const tidied = performance.now();
    tidyAt = tidied + TIDY_REST_FACTOR * (tidied - refreshed);
  };

  const start = (): Promise<void> => {
    running = round().finally(() => {
      running = undefined;
    });
    return running;
  };

  const refresh = (): Promise<void> => {
    if (running === undefined) return start();
    // The running round may have looked already: only the next one has seen everything.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };

  return {
    refresh,
    refreshSoon() {
      if (timer !== undefined || isClosed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          refresh().catch((error) => log.error('Profiles could not be brought up to date.', error));
        },
        Math.max(0, restUntil - performance.now()),
      );
      timer.unref();
    },
    roundEnded: async () => running?.catch(() => {}),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await (next ?? running)?.catch(() => {});
    },
  };
}
