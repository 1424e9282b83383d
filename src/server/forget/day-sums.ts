// Rebuilds the daily rollups and the tables of wallets without a person's events. Between the deletion of old
// rows and the insert of new ones everybody's rows are missing: so the work is first noted in a file, and what
// a kill cuts short is finished by the next start, the next deletion, or the next backup.
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollupSelect } from '../database/analytics/migrations/0003-rollups.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import { syncDirectory } from '../events/journal/append-disk.js';
import { replaceFile } from '../events/journal/replace-file.js';
import { parseJson } from '../parse-json.js';
import {
  deletion,
  EVER,
  IN_PROJECTS,
  isDeleted,
  nameless,
  type PersonParams,
  visitOf,
} from './person-sql.js';
import { type SharedWallets, WALLET_STATEMENTS } from './shared-wallets.js';

/** Days of one month, `YYYY-MM-DD`, and hashes of the visits on them that are to be counted anew. */
export interface SummedDays {
  readonly projects: readonly string[];
  readonly first: string;
  readonly last: string;
  readonly days: readonly string[];
  readonly visits: readonly string[];
}

export interface DaySums {
  /** Rebuilds these rows from the events of everybody but the person. */
  makeAnew(what: SummedDays | SharedWallets, person: PersonParams): Promise<void>;
  /**
   * Rebuilds from all events in the table what an earlier call did not finish.
   *
   * @param alone runs work while no events are loaded; used only when there is something to finish.
   *   Default: at once
   * @throws once for a note that cannot be read; it is renamed, so that it does not block later deletions
   */
  finish(alone?: (work: () => Promise<void>) => Promise<void>): Promise<void>;
}

const NOTE = 'unfinished-deletion.json';
const SET_ASIDE = '.unreadable';

/** `indexHint` lets the index over `timestamp` choose the blocks to read. */
const REMAINING = `e.project_id IN {projects:Array(String)} AND e.utc_day IN {days:Array(Date)}
  AND indexHint(toDate(e.timestamp) >= {first:Date} AND toDate(e.timestamp) <= {last:Date})
  AND NOT ${isDeleted('e.')}`;

const ofVisits = (visit: string): string => `${visit} IN {visits:Array(String)}`;

/** For each rollup: deletes the rows that the person's events went into, and inserts them without these events. */
const DAY_STATEMENTS = (
  [
    ['sessions_daily', ofVisits('toString(visit)'), ofVisits(visitOf('e.'))],
    ['events_daily', '1', '1'],
    ['sources_daily', '1', '1'],
  ] as const
).flatMap(([table, rows, events]) => [
  deletion(table, `${IN_PROJECTS} AND date IN {days:Array(Date)} AND ${rows}`),
  `INSERT INTO ${table} ${rollupSelect(table, `${REMAINING} AND ${events}`)}
SETTINGS insert_deduplicate = 0, use_skip_indexes_if_final_exact_mode = 0`,
  // The deletion's text names visits, which belong to the person as well.
  ...(table === 'sessions_daily' ? [nameless(table)] : []),
]);

/** Matches no event, as empty ids are passed over. Three empty lists would make a query that the engine refuses. */
const NOBODY: PersonParams = { wallets: [''], anonymous: [''], users: [''], until: EVER };

/**
 * @param directory where the note is kept: the data folder
 * @param sync makes the entries of a folder durable; a parameter so that a test can observe it
 */
export function createDaySums(
  database: Pick<AnalyticsDatabase, 'execute'>,
  directory: string,
  sync = syncDirectory,
): DaySums {
  const note = join(directory, NOTE);
  const make: DaySums['makeAnew'] = async (what, person) => {
    const statements = 'affected' in what ? WALLET_STATEMENTS : DAY_STATEMENTS;
    for (const statement of statements) await database.execute(statement, { ...what, ...person });
    await rm(note, { force: true });
  };
  return {
    async makeAnew(what, person) {
      // Only this user can read the file that is written, which may name the person's wallets.
      await replaceFile(note, JSON.stringify(what));
      // Durable before anything is deleted: a power cut must not undo the note and keep the deletion.
      await sync(directory);
      await make(what, person);
    },
    async finish(alone = (work) => work()) {
      const unfinished = await readFile(note, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (unfinished === undefined) return;
      const what = parseJson<SummedDays | SharedWallets>(unfinished);
      if (!Array.isArray(what?.projects)) {
        await rename(note, `${note}${SET_ASIDE}`);
        throw new Error(
          `${note} cannot be read and was renamed to ${NOTE}${SET_ASIDE}. Repeat the deletion that was interrupted: ` +
            'it recomputes the affected days and wallets.',
        );
      }
      await alone(() => make(what, NOBODY));
    },
  };
}
