// Counts what became of every accepted event, so that none can vanish unnoticed.
import type { DropReason, TrackerStats } from './tracker-types.js';

export interface Tally {
  accept(count: number): void;
  recover(count: number): void;
  deliver(count: number): void;
  drop(reason: DropReason): void;
  stats(): TrackerStats;
}

/** Keeps `accepted = delivered + queued + (sum of dropped)` true at any moment. */
export const createTally = (): Tally => {
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
    drop: (reason) => {
      dropped[reason] = (dropped[reason] ?? 0) + 1;
    },
    stats: () => {
      const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
      const queued = accepted - delivered - lost;
      return { accepted, recovered, delivered, queued, dropped: { ...dropped } };
    },
  };
};
