// Remembers who was forgotten, so that what a sender repeats of them afterwards is not stored again.
import type { AnalyticsDatabase } from '../database/ports.js';
import { databaseTime } from '../events/event-times.js';
import { type CarriedIds, hashesOfEvent, idHashes, type PersonIds } from './person.js';

interface PlacedEvent extends CarriedIds {
  readonly project_id: string;
  /** `YYYY-MM-DD hh:mm:ss.sss` in UTC, both. */
  readonly timestamp: string;
  readonly original_timestamp: string;
}

export interface Forgotten {
  /** Whether an event is one of a forgotten person's, from before they were forgotten. */
  has(event: PlacedEvent): boolean;
  /** From now on; what the person does later is stored again. */
  add(projectIds: readonly string[], ids: PersonIds): Promise<void>;
}

const READ = `SELECT id_hash, toString(max(f.forgotten_at)) AS until FROM forgotten AS f GROUP BY id_hash`;

const WRITE = `INSERT INTO forgotten (project_id, id_hash, forgotten_at)
SELECT '', arrayJoin({hashes:Array(String)}), {until:DateTime64(3, 'UTC')}
SETTINGS insert_deduplicate = 0`;

export async function openForgotten(
  database: Pick<AnalyticsDatabase, 'query' | 'execute'>,
  now: () => number = Date.now,
): Promise<Forgotten> {
  const { data } = await database.query<{ id_hash: string; until: string }>(READ);
  const untilOf = new Map(data.map(({ id_hash, until }) => [id_hash, until]));
  return {
    has(event) {
      // Nobody asked to be forgotten: nothing is hashed.
      if (untilOf.size === 0) return false;
      // A body that is sent again unchanged looks as if it happened now: its first time tells.
      const { timestamp, original_timestamp: original } = event;
      return hashesOfEvent(event.project_id, event).some((hash) => {
        const until = untilOf.get(hash) ?? '';
        return timestamp <= until || original <= until;
      });
    },
    async add(projectIds, ids) {
      const until = databaseTime(now());
      const hashes = projectIds.flatMap((projectId) => idHashes(projectId, ids));
      await database.execute(WRITE, { hashes, until });
      for (const hash of hashes) untilOf.set(hash, until);
    },
  };
}
