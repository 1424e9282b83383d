// Deletes one person's data: what is stored, what waits in the journal, and what senders repeat later.
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
  /** Also deletes data under the further ids that the person's events carry. */
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
  /** Also deletes on-chain data of a wallet that no project knows. Only for the operator of the server. */
  readonly ofStrangers?: boolean;
}

export interface ForgetService {
  /**
   * Resolves once it is done. Asked again, it finds nothing.
   *
   * @throws {DomainError} BAD_REQUEST when nobody is named, or by an invalid address that no event carries
   */
  forget(
    request: ForgetRequest,
    projectIds: readonly string[],
    options?: ForgetOptions,
  ): Promise<ForgetAnswer>;
  /** How many deletions have ended, successfully or not: what was read before one may name the deleted person. */
  deletions(): number;
}

export interface ForgetParts {
  readonly store: ForgetStore;
  readonly forgotten: Forgotten;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /** Runs work while no events are loaded: the rebuilt rollups would count them twice. Default: at once. */
  readonly withoutLoads?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Deletes refused events; answers how many. */
  readonly removeQuarantined: (
    isRemoved: (event: { readonly project_id: string; readonly event: unknown }) => boolean,
  ) => Promise<number>;
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

  /** Deletes the events last: when this is cut short, a repetition finds by them what else to delete. */
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
    // Again: alerts are evaluated meanwhile, and may have found the person as long as there were events.
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
      // First, so that no earlier event of the person is stored after the deletion.
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
