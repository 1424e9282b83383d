// Counts what became of every accepted event, so that none can vanish unnoticed.
import type { DroppedEvent, DropReason, TrackerStats } from './tracker-types.js';

export interface Tally {
  accept(count: number): void;
  recover(count: number): void;
  deliver(count: number): void;
  /** An event was given up: counts it and tells of it. */
  drop(reason: DropReason, detail: string, messageId?: string): void;
  stats(): TrackerStats;
}

/** Keeps `accepted = delivered + queued + (sum of dropped)` true at any moment. */
export const createTally = (onDrop: (event: DroppedEvent) => void): Tally => {
  let accepted = 0;
  let recovered = 0;
  let delivered = 0;
  const dropped: Partial<Record<DropReason, number>> = {};
  return {
    accept: (count) => {
      accepted += count;
    },
    recover: (count) => {
      accepted += count;
      recovered += count;
    },
    deliver: (count) => {
      delivered += count;
    },
    drop: (reason, detail, messageId = '') => {
      dropped[reason] = (dropped[reason] ?? 0) + 1;
      onDrop({ reason, messageId, detail });
    },
    stats: () => {
      const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
      const queued = accepted - delivered - lost;
      return { accepted, recovered, delivered, queued, dropped: { ...dropped } };
    },
  };
};
