// Makes the sums by days, and what is known of wallets, anew, without a person's events. Between taking old
// rows away and putting new ones there, there are none, of anybody: so the work is noted before, and what is
// cut short is finished by the next start, the next deletion, or the next backup.
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollupSelect } from '../database/analytics/migrations/0003-rollups.js';
import type { AnalyticsDatabase } from '../database/ports.js';
import { syncDirectory } from '../events/journal/append-disk.js';
import { replaceFile } from '../events/journal/replace-file.js';
import { parseJson } from '../parse-json.js';
import {
  carriesIds,
  deletion,
  IN_PROJECTS,
  nameless,
  type PersonParams,
  visitOf,
} from './person-sql.js';
import { type SharedWallets, WALLET_STATEMENTS } from './shared-wallets.js';

/** Days of one month, `YYYY-MM-DD`, and the visits on them that are counted anew. Names nobody. */
export interface SummedDays {
  readonly projects: readonly string[];
  readonly first: string;
  readonly last: string;
  readonly days: readonly string[];
  readonly visits: readonly string[];
}

export interface DaySums {
  /** Of the events of everybody but the person. */
  makeAnew(what: SummedDays | SharedWallets, person: PersonParams): Promise<void>;
  /**
   * Makes anew, of all events that are there, what was cut short.
   *
   * @param alone runs work while no events are loaded; not waited for where nothing was cut short.
   *   Default: none are
   * @throws once for a note that cannot be read, which is set aside: it must not keep later deletions from running
   */
  finish(alone?: (work: () => Promise<void>) => Promise<void>): Promise<void>;
}

const NOTE = 'unfinished-deletion.json';
const SET_ASIDE = '.unreadable';

/** The index over instants says which blocks to read. */
const REMAINING = `e.project_id IN {projects:Array(String)} AND e.utc_day IN {days:Array(Date)}
  AND indexHint(toDate(e.timestamp) >= {first:Date} AND toDate(e.timestamp) <= {last:Date})
  AND NOT ${carriesIds('e.')}`;

const ofVisits = (visit: string): string => `${visit} IN {visits:Array(String)}`;

/** For each rollup: which of its rows the person's events went into, and what these are without them. */
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
  // A visit is somebody's, too.
  ...(table === 'sessions_daily' ? [nameless(table)] : []),
]);

/** No event carries an empty id; of three empty sets the engine makes a column that it then refuses. */
const NOBODY: PersonParams = { wallets: [''], anonymous: [''], users: [''] };

/**
 * @param directory where the note is kept: the data folder
 * @param sync makes the entries of a folder durable, so that a test sees it
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
      // For this user alone: it may name the person's wallets.
      await replaceFile(note, JSON.stringify(what));
      // A power cut must not take the note and leave what is deleted next.
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
          `${note} cannot be read and is now ${NOTE}${SET_ASIDE}. Delete again whose deletion was cut short: ` +
            'that makes the days and wallets in it anew.',
        );
      }
      await alone(() => make(what, NOBODY));
    },
  };
}
