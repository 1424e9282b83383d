// The port of the journal on disk. Apart from its implementation, so that the edge's entry imports
// nothing of Node.
import type { QueuedEvent } from '../core/ports.js';

/** Events read back from the disk. */
export interface Taken {
  readonly events: readonly QueuedEvent[];
  /** How many of all these an earlier process left, that this tracker did not write itself. */
  readonly recovered: number;
  /** Ids of events that were read although the tracker has them already. */
  readonly duplicates: readonly string[];
  /** The places of lines that could not be read. */
  readonly damaged: readonly string[];
}

/** The events of a part of the spool that was given up. */
export interface GivenUp extends Taken {
  /** Ids of its events that the tracker had in memory. */
  readonly givenIds: readonly string[];
}

/**
 * Reports a disk that fails, and what becomes of the events; by default, that they are kept in
 * memory for now.
 */
export type TellOfSpool = (cause: unknown, outcome?: string) => void;

/** An append-only journal that outlives the process. No function throws. */
export interface Spool {
  /** Resolves when the events that dead processes left are known. */
  readonly ready: Promise<void>;
  /** Calls `run` each time events of a process that has died are found. */
  onAdopted(run: () => void): void;
  /** Whether the tracker has an event with this id in memory. */
  has(id: string): boolean;
  /**
   * Hands an event to the kernel, which keeps it whatever becomes of the process. `isGiven`: the
   * tracker has it in memory too; otherwise `take` gives it later. False when the disk refused.
   */
  write(event: QueuedEvent, isGiven: boolean): boolean;
  /**
   * Resolves when what was written is safe from a power cut, or with false when the disk refused.
   * Undefined when the option `fsync` is off.
   */
  synced(): Promise<boolean> | undefined;
  /** Whether `take` would give something, of what this tracker wrote or of anything. */
  hasUnread(whose: 'own' | 'any'): boolean;
  /** The oldest events that the tracker does not have in memory, about `limit` of them. */
  take(limit: number): Taken;
  acknowledge(ids: readonly string[]): void;
  /** How full the spool is: 1 is its bound. */
  fill(): number;
  /**
   * Whether an event of so many bytes fits within the bound; with `isEmpty`, whether it would in an
   * empty spool.
   */
  hasRoom(bytes: number, isEmpty?: boolean): boolean;
  /** Deletes the oldest segment; undefined when there is none. */
  dropOldest(): GivenUp | undefined;
  /** Leaves the rest to the next process. */
  close(): void;
}
