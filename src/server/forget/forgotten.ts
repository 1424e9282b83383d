// Remembers who was forgotten, so that events of theirs that a sender repeats afterwards are not stored again.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { ForgottenPeople } from '../events/drop-forgotten.js';
import { databaseTime, eventTimes } from '../events/event-times.js';
import type { QuarantinedEvent } from '../events/quarantine.js';
import {
  type CarriedIds,
  hashesOfEvent,
  idHashes,
  idsInside,
  type PersonIds,
  textInside,
} from './person.js';

interface PlacedEvent extends CarriedIds {
  readonly project_id: string;
  /** `YYYY-MM-DD hh:mm:ss.sss` in UTC, both. */
  readonly timestamp: string;
  readonly original_timestamp: string;
}

export interface Forgotten extends Omit<ForgottenPeople, 'has'> {
  /** Whether an event belongs to a forgotten person and happened before they were forgotten. */
  has(event: PlacedEvent): boolean;
  /**
   * Forgets the person as of a time; what the person does later is stored again.
   *
   * @param until `YYYY-MM-DD hh:mm:ss.sss` in UTC
   */
  add(projectIds: readonly string[], ids: PersonIds, until: string): Promise<void>;
  /** Forgets everybody in a project that was deleted. */
  addProject(projectId: string): Promise<void>;
}

const READ = `SELECT id_hash, toString(max(f.forgotten_at)) AS until FROM forgotten AS f GROUP BY id_hash`;

/** Changes with every row that comes or goes. */
const STATE = `SELECT toString(tuple(count(), sum(toUnixTimestamp64Milli(f.forgotten_at)))) AS state
FROM forgotten AS f`;

const WRITE = `INSERT INTO forgotten (project_id, id_hash, forgotten_at)
SELECT '', arrayJoin({hashes:Array(String)}), {until:DateTime64(3, 'UTC')}
SETTINGS insert_deduplicate = 0`;

/** Longer than another process may go on accepting events with a write key after that was revoked. */
const REVOKED_EVERYWHERE_MS = 10_000;

/** Stands among the hashes of ids for the whole project. */
const markOf = (projectId: string): string => `project ${projectId}`;

const marksOf = (projectId: string, ids: CarriedIds): readonly string[] => [
  markOf(projectId),
  ...hashesOfEvent(projectId, ids),
];

export async function openForgotten(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
): Promise<Forgotten> {
  const untilOf = new Map<string, string>();
  let state: string | undefined;
  let timesLearnt = 0;

  const learn = (people: Iterable<readonly [hash: string, until: string]>): void => {
    for (const [hash, until] of people) {
      // The later time holds: a person may be forgotten again after the clock was set back, and rows that were
      // read may be older than what `add` has learnt since.
      if (until > (untilOf.get(hash) ?? '')) untilOf.set(hash, until);
    }
    if (untilOf.size > 0) timesLearnt += 1;
  };
  const refresh = async (): Promise<void> => {
    // Read before the people: whoever is added in between changes the state, and is read the next time.
    const [found] = (await database.query<{ state: string }>(STATE)).data;
    if (found?.state === state) return;
    const { data } = await database.query<{ id_hash: string; until: string }>(READ);
    learn(data.map(({ id_hash, until }) => [id_hash, until]));
    state = found?.state;
  };

  const write = async (hashes: readonly string[], until: string): Promise<void> => {
    await database.execute(WRITE, { hashes, until });
    learn(hashes.map((hash) => [hash, until]));
  };

  await refresh();
  return {
    timesLearnt: () => timesLearnt,
    refresh,
    has(event) {
      // Nobody asked to be forgotten: nothing is hashed.
      if (untilOf.size === 0) return false;
      // A body that is sent again unchanged gets a corrected `timestamp` of now; its original time stays the same.
      const { timestamp, original_timestamp: original } = event;
      return marksOf(event.project_id, event).some((hash) => {
        const until = untilOf.get(hash) ?? '';
        return timestamp <= until || original <= until;
      });
    },
    hasRefused(refused) {
      if (untilOf.size === 0) return false;
      const at = firstTimeOf(refused);
      return marksOf(refused.project_id, idsInside(refused.event)).some(
        (hash) => at <= (untilOf.get(hash) ?? ''),
      );
    },
    add: (projectIds, ids, until) =>
      write(
        projectIds.flatMap((projectId) => idHashes(projectId, ids)),
        until,
      ),
    addProject: (projectId) =>
      write([markOf(projectId)], databaseTime(Date.now() + REVOKED_EVERYWHERE_MS)),
  };
}

/** The earlier of a refused event's own time and its arrival: it may repeat an event that was deleted. */
function firstTimeOf({ received_at, event }: QuarantinedEvent): string {
  const receivedAt = Date.parse(received_at) || 0;
  const original_timestamp = textInside(event, 'original_timestamp');
  return databaseTime(
    Math.min(receivedAt, eventTimes({ original_timestamp }, receivedAt).original),
  );
}
