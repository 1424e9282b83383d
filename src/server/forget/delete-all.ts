// Deletes one person's data of every kind, in an order in which it can be repeated after it was cut short.
import type { Quarantine } from '../events/quarantine.js';
import type { Deletion } from './open-deletions.js';
import type { PersonIds } from './person.js';
import type { ForgetStore } from './store.js';

export interface DeleteAllParts {
  readonly store: ForgetStore;
  /** Deletes refused events; answers how many. */
  readonly removeQuarantined: Quarantine['remove'];
  /** Deletes what the application database keeps of the person. */
  readonly forgetInApplication?: (projectIds: readonly string[], ids: PersonIds) => Promise<void>;
  /**
   * Runs work while no round updates the profiles: one that has read the old data would write the person's
   * profile back. Default: at once.
   */
  readonly withoutRounds?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Makes the profiles of these wallets anew from what remains. */
  readonly takeUp: (wallets: readonly string[]) => Promise<void>;
}

export interface Deleted {
  readonly events: number;
  readonly quarantined: number;
}

/** @param isRefused which refused events to delete */
export type DeleteAll = (
  deletion: Deletion,
  isRefused: Parameters<Quarantine['remove']>[0],
) => Promise<Deleted>;

export function createDeleteAll(parts: DeleteAllParts): DeleteAll {
  const { store, removeQuarantined, takeUp, withoutRounds = (work) => work() } = parts;
  /** Deletes the events last: when this is cut short, a repetition finds by them what else to delete. */
  return async (deletion, isRefused) => {
    const { projectIds, ids, ofStrangers } = deletion;
    const { events, wallets } = await store.traces(projectIds, ids);
    const affected = [...new Set([...wallets, ...ids.wallets])];
    await store.deleteShared(deletion, ofStrangers);
    await store.deleteDerived(deletion, affected);
    await parts.forgetInApplication?.(projectIds, ids);
    await withoutRounds(async () => {
      await store.deleteProfiles(projectIds, affected);
      await takeUp(affected);
    });
    const quarantined = await removeQuarantined(isRefused);
    await store.deleteEvents(deletion);
    // Again: alerts are evaluated meanwhile, and may have found the person as long as there were events.
    await parts.forgetInApplication?.(projectIds, ids);
    return { events, quarantined };
  };
}
