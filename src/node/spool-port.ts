// What the pipeline needs of a journal on disk; by which entries for the edge stay free of Node.
import type { QueuedEvent } from '../core/ports.js';

/** Events read back from the disk. */
export interface Taken {
  readonly events: readonly QueuedEvent[];
  /** How many of everything here the tracker did not write itself: an earlier process left it. */
  readonly recovered: number;
  /** Message ids that are in the tracker's hands already. */
  readonly duplicates: readonly string[];
  /** Where lines could not be read. */
  readonly damaged: readonly string[];
}

/** The events of a part of the spool that was given up. */
export interface GivenUp extends Taken {
  /** Those that were in the tracker's hands. */
  readonly givenIds: readonly string[];
}

/** Tells of a disk that fails, and what becomes of the events: by default they are in memory for now. */
export type TellOfSpool = (cause: unknown, outcome?: string) => void;

/** An append-only journal that outlives the process. No function throws. */
export interface Spool {
  /** Resolves when what dead processes left behind is known. */
  readonly ready: Promise<void>;
  /** Calls when the events of a process that died since have been found. */
  onAdopted(run: () => void): void;
  /** Whether an event with this id is in the tracker's hands. */
  has(id: string): boolean;
  /**
   * Hands an event to the kernel, which keeps it whatever becomes of the process. `isGiven`: the tracker
   * has it too; otherwise `take` answers it later. False: the disk refused.
   */
  write(event: QueuedEvent, isGiven: boolean): boolean;
  /** Resolves when what was written is safe from a power cut, if that is wanted; false: the disk refused. */
  synced(): Promise<boolean> | undefined;
  /** Whether `take` would answer something, of what this tracker wrote or of anything. */
  hasUnread(whose: 'own' | 'any'): boolean;
  /** The oldest events that the tracker does not have, about `limit` of them. */
  take(limit: number): Taken;
  acknowledge(ids: readonly string[]): void;
  /** How full the disk's share is: 1 is the bound. */
  fill(): number;
  /** Whether an event of so many bytes would still be within the bound, or would be in an empty spool. */
  hasRoom(bytes: number, isEmpty?: boolean): boolean;
  /** Gives up the oldest part; undefined when there is none. */
  dropOldest(): GivenUp | undefined;
  /** Leaves the rest to the next process. */
  close(): void;
}
