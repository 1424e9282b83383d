// Keeps the table `profiles`, which searches scan, up to date with the tables behind it.
import { LONGEST_WRITE_MS } from '../database/analytics/statement-settings.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import { createSnapshotStore } from './snapshot-store.js';

export interface ProfileSnapshot {
  /** Takes up what is stored now. Those who call during a running round share the next one. */
  refresh(): Promise<void>;
  /**
   * The same, soon and without waiting: after events were loaded.
   *
   * @param tookMs how long they were being loaded
   */
  refreshSoon(tookMs?: number): void;
  /** Resolves once a running round has ended, which may not have seen what is stored now. */
  roundEnded(): Promise<void>;
  /** Waits for a running round. */
  close(): Promise<void>;
}

export interface ProfileSnapshotOptions {
  readonly database: Pick<AnalyticsDatabase, 'query' | 'execute'>;
  readonly log: Log;
  /** Runs the reading and writing of a round while no process deletes profiles. Default: at once. */
  readonly inRound?: <T>(round: () => Promise<T>) => Promise<T>;
  /** The longest time from the stamp of a row until it can be read. Default: what the database allows. */
  readonly longestWriteMs?: number;
}

/**
 * How far a round looks back before the last one: rows are stamped when their insert begins, and can be read
 * when it ends, nearly all within this time. If each round looked back over the longest possible write, it
 * would make ten times as many profiles.
 */
const OVERLAP_MS = 30_000;
/** A clock that is this much behind was set back; the overlap makes up for less. */
const SET_BACK_MS = 5_000;
/** A background round is followed by a rest of at least this many times its duration. */
const REST_FACTOR = 5;
/** Short rounds rest longer: while events pour in one follows the other, and each costs as much as many loads. */
const SHORT_REST_FACTOR = 15;
const LONGEST_SHORT_REST_MS = 10_000;

const restAfter = (tookMs: number): number =>
  Math.max(REST_FACTOR * tookMs, Math.min(SHORT_REST_FACTOR * tookMs, LONGEST_SHORT_REST_MS));

/** Tidying makes scans three times as fast but rewrites the table, so it is done seldom: this rest follows it. */
const TIDY_REST_FACTOR = 30;

/** When a round began. */
interface Moment {
  /** By the clock of the database, milliseconds since 1970. */
  readonly at: number;
  /** By `performance.now()`, which is never set back. */
  readonly uptime: number;
}

/** When it was by the clock that now stamps rows: earlier than noted if that clock was set back since. */
const stampedThen = ({ at, uptime }: Moment, now: Moment): number => {
  const then = Math.floor(now.at - (now.uptime - uptime));
  return at - then < SET_BACK_MS ? at : then;
};

export function createProfileSnapshot(options: ProfileSnapshotOptions): ProfileSnapshot {
  const { database, log, inRound = (round) => round() } = options;
  const { longestWriteMs = LONGEST_WRITE_MS } = options;
  const store = createSnapshotStore(database);
  /** The last round, and the last that looked back over the longest write; `undefined` before the first. */
  let last: { readonly near: Moment; readonly far: Moment } | undefined;
  /**
   * When an earlier process made its latest row. Read only once: if the first round of this process fails, the
   * latest row may be one that it made of a few wallets.
   */
  let madeBefore: number | undefined;
  /** Whether there may be rows that only a round finds that looks back over the longest write. */
  let isFarDue = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let farTimer: NodeJS.Timeout | undefined;
  let restUntil = 0;
  let tidyAt = 0;
  let isClosed = false;

  const lookFrom = async (now: Moment): Promise<{ from: number; isFar: boolean }> => {
    // Twice the longest write: the latest row may come from a near round, up to that long after a far one.
    if (last === undefined) {
      madeBefore ??= await store.refreshedAt();
      // Made in the future: that clock was set back at an unknown time, so anything may be new.
      return { from: madeBefore > now.at ? 0 : madeBefore - 2 * longestWriteMs, isFar: true };
    }
    const isFar = isFarDue || now.at - last.far.at >= longestWriteMs;
    const [then, backMs] = isFar ? [last.far, longestWriteMs] : [last.near, OVERLAP_MS];
    return { from: stampedThen(then, now) - backMs, isFar };
  };

  const round = async (): Promise<void> => {
    const begun = performance.now();
    const started: Moment = { at: await store.now(), uptime: performance.now() };
    const { from, isFar } = await lookFrom(started);
    // Reset before the look, which may not find the rows of a write that sets it meanwhile.
    isFarDue = false;
    await inRound(() => store.takeUp(Math.max(0, from))).catch((error) => {
      isFarDue ||= isFar;
      throw error;
    });
    last = { near: started, far: last === undefined || isFar ? started : last.far };
    const refreshed = performance.now();
    restUntil = refreshed + restAfter(refreshed - begun);
    if (refreshed < tidyAt || isClosed) return;
    // The profiles are up to date even when this fails, so those who wait for them get no error.
    await store
      .tidy()
      .catch((error) => log.error('The profiles table could not be compacted.', error));
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
    refresh().catch((error) => log.error('Profiles could not be updated.', error));
  };

  /** In case of a long write by another process, or by one that ended before it called `refreshSoon`. */
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
