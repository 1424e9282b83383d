// Deletes one person's data: what is stored, what waits in the journal, and what is repeated later.
import type { Forgotten } from './forgotten.js';
import {
  idsInside,
  isOddAddress,
  isPersons,
  notAnAddress,
  type PersonIds,
  type PersonRequest,
  personIds,
} from './person.js';
import type { ForgetStore } from './store.js';

export interface ForgetRequest extends PersonRequest {
  /** Also under the ids that the person's events carry beside the named one. */
  readonly linked?: boolean | undefined;
}

/** What was deleted. */
export interface ForgetAnswer {
  events: number;
  quarantined_events: number;
  /** Under how many ids of each kind. */
  ids: { addresses: number; anonymous_ids: number; user_ids: number };
}

export interface ForgetOptions {
  /** Also what is known on chain of a wallet that no project knows: for whoever runs the server. */
  readonly ofStrangers?: boolean;
}

export interface ForgetService {
  /**
   * Resolves once it is done. Asked again, it finds nothing.
   *
   * @throws {DomainError} BAD_REQUEST when nobody is named, or by an address that is none and that no event carries
   */
  forget(
    request: ForgetRequest,
    projectIds: readonly string[],
    options?: ForgetOptions,
  ): Promise<ForgetAnswer>;
  /** How many have ended, well or not: what was read before one of them may name whom it was about. */
  deletions(): number;
}

export interface ForgetParts {
  readonly store: ForgetStore;
  readonly forgotten: Forgotten;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /** Runs work while no events are loaded: what is summed up of them would count twice. Default: at once. */
  readonly withoutLoads?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Deletes refused events; answers how many. */
  readonly removeQuarantined: (
    isRemoved: (event: { readonly project_id: string; readonly event: unknown }) => boolean,
  ) => Promise<number>;
  /** Deletes what the application database keeps of the person. */
  readonly forgetInApplication?: (projectIds: readonly string[], ids: PersonIds) => Promise<void>;
  /**
   * Runs work while nobody makes profiles of what was there before. Default: nobody does.
   * Such a round would put the person's profile back in place.
   */
  readonly withoutRounds?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Makes the profiles of these wallets anew from what remains. */
  readonly takeUp: (wallets: readonly string[]) => Promise<void>;
}

export function createForgetService(parts: ForgetParts): ForgetService {
  const { store, forgotten, settle, removeQuarantined, takeUp } = parts;
  const { withoutLoads = (work) => work(), withoutRounds = (work) => work() } = parts;

  const linkedIds = async (projectIds: readonly string[], ids: PersonIds): Promise<PersonIds> => {
    await settle();
    const found = await store.traces(projectIds, ids);
    const both = (left: readonly string[], right: readonly string[]) => [
      ...new Set([...left, ...right]),
    ];
    return {
      wallets: both(ids.wallets, found.wallets),
      anonymousIds: both(ids.anonymousIds, found.anonymousIds),
      userIds: both(ids.userIds, found.userIds),
    };
  };

  const isCarried = async (projectIds: readonly string[], address = '') => {
    await settle();
    const ids = { wallets: [address], anonymousIds: [], userIds: [] };
    return (await store.traces(projectIds, ids)).events > 0;
  };

  /** The events go last: cut short, the whole can be done again, and finds what it was about. */
  const deleteAll = async (projectIds: readonly string[], ids: PersonIds, ofStrangers: boolean) => {
    const { events, wallets } = await store.traces(projectIds, ids);
    const affected = [...new Set([...wallets, ...ids.wallets])];
    await store.deleteShared(projectIds, ids, ofStrangers);
    await store.deleteDerived(projectIds, ids, affected);
    await parts.forgetInApplication?.(projectIds, ids);
    await withoutRounds(async () => {
      await store.deleteProfiles(projectIds, affected);
      await takeUp(affected);
    });
    const quarantined = await removeQuarantined(
      ({ project_id, event }) =>
        projectIds.includes(project_id) && isPersons(ids, idsInside(event)),
    );
    await store.deleteEvents(projectIds, ids);
    // Alerts look all the while, and found the person once more as long as there were events.
    await parts.forgetInApplication?.(projectIds, ids);
    return { events, quarantined };
  };

  let ended = 0;
  return {
    deletions: () => ended,
    async forget({ linked = false, ...request }, projectIds, { ofStrangers = false } = {}) {
      const named = personIds(request);
      if (isOddAddress(request) && !(await isCarried(projectIds, request.address))) {
        throw notAnAddress(request.address);
      }
      const ids = linked ? await linkedIds(projectIds, named) : named;
      // First, so that nothing of before comes in behind the deletion.
      await forgotten.add(projectIds, ids);
      await settle();
      const { events, quarantined } = await withoutLoads(() =>
        deleteAll(projectIds, ids, ofStrangers),
      ).finally(() => {
        ended += 1;
      });
      return {
        events,
        quarantined_events: quarantined,
        ids: {
          addresses: ids.wallets.length,
          anonymous_ids: ids.anonymousIds.length,
          user_ids: ids.userIds.length,
        },
      };
    },
  };
}
