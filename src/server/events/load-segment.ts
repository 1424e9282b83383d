// Loads one segment of the journal. Before that it removes events that must not count; when the load fails it
// moves damaged rows to the quarantine and loads the rest.
import { DatabaseUnavailableError } from '../database/database-errors.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import type { Log } from '../log.js';
import { dropForgotten, type ForgottenPeople } from './drop-forgotten.js';
import { dropStored } from './drop-stored.js';
import type { HalfStored } from './half-stored.js';
import type { Segment } from './journal/segment.js';
import type { Quarantine } from './quarantine.js';
import { quarantineDamaged } from './quarantine-damaged.js';
import type { Alone } from './take-turns.js';

/** Is told how loads end, for the metrics. */
export interface LoadObserver {
  /** @param tookMs how long the insert took, without what came before it */
  loaded(rows: number, tookMs: number): void;
  loadFailed(): void;
}

export interface LoadParts {
  readonly analytics: Pick<AnalyticsDatabase, 'load' | 'query'>;
  readonly log: Log;
  readonly observer?: LoadObserver;
  /** People whose events are not stored. Default: nobody. */
  readonly forgotten?: ForgottenPeople;
  /** Absent: no other process loads into this database. */
  readonly loadingAlone?: Alone;
  /** Runs a load while nothing else is loaded into the database. */
  readonly alone: Alone;
  readonly half: HalfStored;
  readonly quarantine: Pick<Quarantine, 'append'>;
}

interface Loaded {
  readonly dropped: number;
  /** How long the insert took. */
  readonly tookMs: number;
}

/** The lookup of stored events and the insert run under one lock: else another process could store them between. */
export function createLoad(parts: LoadParts): (segment: Segment) => Promise<void> {
  const { analytics, observer, forgotten, loadingAlone, log, alone, half, quarantine } = parts;

  const drop = async (segment: Segment, people: ForgottenPeople): Promise<number> => {
    // Without it there are no other processes that could have forgotten anybody.
    if (loadingAlone !== undefined) await people.refresh();
    return dropForgotten(segment, people);
  };

  const loadNew = async (segment: Segment, lost: AbortSignal | undefined): Promise<Loaded> => {
    const dropped = await dropStored(segment, analytics);
    await half.add(segment.id);
    // The lock was lost: another process may have stored the same events since the lookup.
    lost?.throwIfAborted();
    const begun = performance.now();
    await analytics.load({ table: 'events', file: segment.path, token: segment.id });
    const tookMs = performance.now() - begun;
    await half.remove(segment.id);
    return { dropped, tookMs };
  };

  const loadSound = async (segment: Segment, lost: AbortSignal | undefined): Promise<Loaded> => {
    try {
      return await loadNew(segment, lost);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      const damaged = await quarantineDamaged(segment, quarantine);
      if (damaged === 0) throw error;
      log.error('Rows of the journal were damaged on the disk: see the quarantine.', error, {
        segment: segment.id,
        rows: damaged,
      });
      const { dropped, tookMs } = await loadNew(segment, lost);
      return { dropped: dropped + damaged, tookMs };
    }
  };

  return async (segment) => {
    try {
      const { dropped, tookMs } = await alone(async (lost) => {
        const unwanted = forgotten === undefined ? 0 : await drop(segment, forgotten);
        const loaded = await loadSound(segment, lost);
        return { ...loaded, dropped: unwanted + loaded.dropped };
      });
      observer?.loaded(segment.rows - dropped, tookMs);
    } catch (error) {
      observer?.loadFailed();
      throw error;
    }
  };
}
