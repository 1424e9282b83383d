// Deletes one person's data: what is stored, what waits in the journal, and what senders repeat later.
import { databaseTime } from '../events/event-times.js';
import { createId } from '../keys/api-keys.js';
import { createDeleteAll, type DeleteAllParts } from './delete-all.js';
import type { Forgotten } from './forgotten.js';
import type { Deletion, OpenDeletion, OpenDeletions } from './open-deletions.js';
import {
  idsInside,
  isOddAddress,
  isPersons,
  notAnAddress,
  type PersonIds,
  type PersonRequest,
  personIds,
} from './person.js';
import { EVER } from './person-sql.js';

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
  /**
   * Finishes deletions that were cut short by the end of their process or by an error, as of the time when they
   * were requested. One that cannot be finished does not keep the others from it.
   *
   * @param ageMs leaves out those that began less than this long ago: they may still run in another process
   * @returns how many it finished
   * @throws what the first one threw that could not be finished
   */
  finish(ageMs: number): Promise<number>;
  /** How many deletions have ended, successfully or not: what was read before one may name the deleted person. */
  deletions(): number;
}

export interface ForgetParts extends DeleteAllParts {
  readonly forgotten: Forgotten;
  /** Default: a deletion that is cut short is not finished. */
  readonly openDeletions?: OpenDeletions;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  /** Runs work while no events are loaded: the rebuilt rollups would count them twice. Default: at once. */
  readonly withoutLoads?: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createForgetService(parts: ForgetParts): ForgetService {
  const { store, forgotten, openDeletions, settle, withoutLoads = (work) => work() } = parts;
  const deleteAll = createDeleteAll(parts);

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

  let ended = 0;
  /** The ids of the deletions that run in this process. */
  const underWay = new Set<string>();

  const carryOut = async <T>(
    { projectIds, ids, until }: Deletion,
    deleting: () => Promise<T>,
  ): Promise<T> => {
    // First, so that no earlier event of the person is stored after the deletion.
    await forgotten.add(projectIds, ids, until);
    await settle();
    return withoutLoads(deleting).finally(() => {
      ended += 1;
    });
  };

  /** @returns whether it was still open */
  const finishOne = async (
    { id, deletion }: OpenDeletion,
    { has, remove }: OpenDeletions,
  ): Promise<boolean> => {
    if (!(await has(id))) return false;
    return carryOut(deletion, async () => {
      // Again, since another process may have finished it while this one waited for its turn.
      if (!(await has(id))) return false;
      await deleteAll(deletion, forgotten.hasRefused);
      await remove(deletion);
      return true;
    });
  };

  return {
    deletions: () => ended,
    async forget({ linked = false, ...request }, projectIds, { ofStrangers = false } = {}) {
      const named = personIds(request);
      if (isOddAddress(request) && !(await isCarried(projectIds, request.address))) {
        throw notAnAddress(request.address);
      }
      const ids = linked ? await linkedIds(projectIds, named) : named;
      const deletion = { projectIds, ids, ofStrangers, until: databaseTime(Date.now()) };
      const id = createId('del');
      underWay.add(id);
      try {
        // Before anything is deleted, so that it is finished whatever happens from here on.
        await openDeletions?.add({ id, deletion });
        const { events, quarantined } = await carryOut(deletion, async () => {
          // All there is, also what a clock that is ahead marked as later.
          const deleted = await deleteAll(
            { ...deletion, until: EVER },
            ({ project_id, event }) =>
              projectIds.includes(project_id) && isPersons(ids, idsInside(event)),
          );
          await openDeletions?.remove(deletion);
          return deleted;
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
      } finally {
        underWay.delete(id);
      }
    },
    async finish(ageMs) {
      if (openDeletions === undefined) return 0;
      const open = await openDeletions.list(ageMs);
      let finished = 0;
      const failures: unknown[] = [];
      for (const one of open.filter(({ id }) => !underWay.has(id))) {
        try {
          if (await finishOne(one, openDeletions)) finished += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      return finished;
    },
  };
}
