// Keeps the table that profile searches scan up with the tables behind it.
import { LONGEST_WRITE_MS } from '../database/analytics/statement-settings.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import { createSnapshotStore } from './snapshot-store.js';

export interface ProfileSnapshot {
  /** Takes up what is stored now; callers meanwhile share one further round. */
  refresh(): Promise<void>;
  /**
   * The same, soon and without waiting: after events were loaded.
   *
   * @param tookMs how long they were being loaded
   */
  refreshSoon(tookMs?: number): void;
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
  /** No row is seen later after it was stamped. Default: what the database allows. */
  readonly longestWriteMs?: number;
}

/**
 * What a round may have missed: rows are stamped when their insert begins, and seen when it ends. Nearly
 * all of them soon: looking back over the longest of writes, each round would make ten times as many profiles.
 */
const OVERLAP_MS = 30_000;
/** Background rounds take at most this part of the time. */
const REST_FACTOR = 5;
/** Short ones less: while events pour in, one follows the other, and each costs as much as many loads. */
const SHORT_REST_FACTOR = 15;
const LONGEST_SHORT_REST_MS = 10_000;

const restAfter = (tookMs: number): number =>
  Math.max(REST_FACTOR * tookMs, Math.min(SHORT_REST_FACTOR * tookMs, LONGEST_SHORT_REST_MS));

/** A tidy table is scanned three times as fast; tidying rewrites it. */
const TIDY_REST_FACTOR = 30;

export function createProfileSnapshot(options: ProfileSnapshotOptions): ProfileSnapshot {
  const { database, log, inRound = (round) => round() } = options;
  const { longestWriteMs = LONGEST_WRITE_MS } = options;
  const store = createSnapshotStore(database);
  /**
   * When the last round began, and the last that looked back over the longest write: milliseconds since
   * 1970, by the clock of the database. `undefined` before the first round.
   */
  let last: { readonly near: number; readonly far: number } | undefined;
  /** When the latest row of before was made. Read once: after a first round that failed it may be of a single wallet. */
  let madeBefore: number | undefined;
  /** There may be rows that only a far look finds. */
  let isFarDue = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let farTimer: NodeJS.Timeout | undefined;
  let restUntil = 0;
  let tidyAt = 0;
  let isClosed = false;

  const lookFrom = async (now: number): Promise<{ from: number; isFar: boolean }> => {
    // The latest row may be of a near look, as long after a far one as that is put off.
    if (last === undefined) {
      madeBefore ??= await store.refreshedAt();
      return { from: madeBefore - 2 * longestWriteMs, isFar: true };
    }
    const isFar = isFarDue || now - last.far >= longestWriteMs;
    return { from: isFar ? last.far - longestWriteMs : last.near - OVERLAP_MS, isFar };
  };

  const round = async (): Promise<void> => {
    const begun = performance.now();
    const startedAt = await store.now();
    const { from, isFar } = await lookFrom(startedAt);
    // Before the look: it may not find what says so meanwhile.
    isFarDue = false;
    await inRound(() => store.takeUp(Math.max(0, from))).catch((error) => {
      isFarDue ||= isFar;
      throw error;
    });
    last = { near: startedAt, far: last === undefined || isFar ? startedAt : last.far };
    const refreshed = performance.now();
    restUntil = refreshed + restAfter(refreshed - begun);
    if (refreshed < tidyAt || isClosed) return;
    // Profiles are up to date all the same: whoever waits for that is not told of a failure.
    await store.tidy().catch((error) => log.error('Profiles could not be tidied.', error));
    const tidied = performance.now();
    tidyAt = tidied + TIDY_REST_FACTOR * (tidied - refreshed);
  };

  const start = (): Promise<void> => {
    running = round().finally(() => {
      running = undefined;
      lookFarLater();
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

  const refreshInTime = (): void => {
    refresh().catch((error) => log.error('Profiles could not be brought up to date.', error));
  };

  /** Who wrote for long may not have been this process, or not have come to say so. */
  const lookFarLater = (): void => {
    if (farTimer !== undefined || isClosed) return;
    farTimer = setTimeout(() => {
      farTimer = undefined;
      isFarDue = true;
      refreshInTime();
    }, longestWriteMs);
    farTimer.unref();
  };

  return {
    refresh,
    refreshSoon(tookMs = 0) {
      isFarDue ||= tookMs >= OVERLAP_MS;
      if (timer !== undefined || isClosed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          refreshInTime();
        },
        Math.max(0, restUntil - performance.now()),
      );
      timer.unref();
    },
    roundEnded: async () => running?.catch(() => {}),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(farTimer);
      await (next ?? running)?.catch(() => {});
    },
  };
}
