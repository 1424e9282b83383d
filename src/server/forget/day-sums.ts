// Rebuilds the daily rollups and the tables of wallets without a person's events. From the deletion of old rows
// until the new ones are there, everybody's rows are missing: so this is first noted in a file, and what a kill
// cuts short is finished after the next start, by the next deletion, or by the next backup.
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollupSelect } from '../database/analytics/migrations/0003-rollups.js';
import { stagedOf } from '../database/analytics/migrations/0016-staged-rollups.js';
import type { AnalyticsDatabase, SqlValue } from '../database/ports.js';
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
export interface SummedMonth {
  readonly first: string;
  readonly last: string;
  readonly days: readonly string[];
  readonly visits: readonly string[];
}

export interface SummedDays {
  readonly projects: readonly string[];
  readonly months: readonly SummedMonth[];
}

export interface DaySums {
  /** Rebuilds these rows from the events of everybody but the person. To be called while no events are loaded. */
  makeAnew(what: SummedDays | SharedWallets, person: PersonParams): Promise<void>;
  /**
   * Rebuilds from all events in the table what an earlier call did not finish.
   *
   * @throws once for a note that cannot be read; it is renamed, so that it does not block later deletions
   */
  finish(): Promise<void>;
}

const NOTE = 'unfinished-deletion.json';
const SET_ASIDE = '.unreadable';

/** `indexHint` lets the index over `timestamp` choose the blocks to read. */
const REMAINING = `e.project_id IN {projects:Array(String)} AND e.utc_day IN {days:Array(Date)}
  AND indexHint(toDate(e.timestamp) >= {first:Date} AND toDate(e.timestamp) <= {last:Date})
  AND NOT ${isDeleted('e.')}`;

const ofVisits = (visit: string): string => `${visit} IN {visits:Array(String)}`;

const DAY_ROLLUPS = (
  [
    ['sessions_daily', ofVisits('toString(visit)'), ofVisits(visitOf('e.'))],
    ['events_daily', '1', '1'],
    ['sources_daily', '1', '1'],
  ] as const
).map(([table, rows, events]) => ({
  clear: `TRUNCATE TABLE ${stagedOf(table)}`,
  stage: `INSERT INTO ${stagedOf(table)} ${rollupSelect(table, `${REMAINING} AND ${events}`)}
SETTINGS insert_deduplicate = 0, use_skip_indexes_if_final_exact_mode = 0`,
  // All days at once: where the engine has few threads, a deletion takes a second or more, however little it deletes.
  replace: [
    deletion(table, `${IN_PROJECTS} AND date IN {days:Array(Date)} AND ${rows}`),
    // Not `ATTACH PARTITION`: replicated tables pass over rows that they were given before, though deleted since.
    `INSERT INTO ${table} SELECT * FROM ${stagedOf(table)} SETTINGS insert_deduplicate = 0`,
    // The deletion's text names visits, which belong to the person as well.
    ...(table === 'sessions_daily' ? [nameless(table)] : []),
  ],
}));

/** Matches no event, as empty ids are passed over. Three empty lists would make a query that the engine refuses. */
const NOBODY: PersonParams = { wallets: [''], anonymous: [''], users: [''], until: EVER };

const isComplete = (
  what: Partial<SummedDays & SharedWallets> | undefined,
): what is SummedDays | SharedWallets =>
  Array.isArray(what?.projects) && Array.isArray(what.months ?? what.affected);

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
  const clear = async (): Promise<void> => {
    for (const rollup of DAY_ROLLUPS) await database.execute(rollup.clear);
  };
  const replace = async (
    what: SummedDays | SharedWallets,
    statements: readonly string[],
    params: PersonParams & Readonly<Record<string, SqlValue>>,
  ): Promise<void> => {
    // Only this user can read the file that is written, which may name the person's wallets.
    await replaceFile(note, JSON.stringify(what));
    // Durable before anything is deleted: a power cut must not undo the note and keep the deletion.
    await sync(directory);
    for (const statement of statements) await database.execute(statement, params);
    await rm(note, { force: true });
  };
  /** The new rows are made before the old ones are deleted, so that rows are missing for a moment only. */
  const replaceDays = async (what: SummedDays, person: PersonParams): Promise<void> => {
    const { projects, months } = what;
    // Of all months also in each: the deletion below takes a visit's rows on any of the days.
    const visits = months.flatMap((month) => month.visits);
    const params = { projects, days: months.flatMap(({ days }) => days), visits, ...person };
    await clear();
    for (const { stage } of DAY_ROLLUPS) {
      // A month at a time, so that each statement ends in time.
      for (const month of months) await database.execute(stage, { ...params, ...month, visits });
    }
    await replace(
      what,
      DAY_ROLLUPS.flatMap((rollup) => rollup.replace),
      params,
    );
    await clear();
  };
  const makeAnew: DaySums['makeAnew'] = (what, person) =>
    'affected' in what
      ? replace(what, WALLET_STATEMENTS, { ...what, ...person })
      : replaceDays(what, person);
  return {
    makeAnew,
    async finish() {
      const unfinished = await readFile(note, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (unfinished === undefined) return;
      const what = parseJson<Partial<SummedDays & SharedWallets>>(unfinished);
      if (!isComplete(what)) {
        await rename(note, `${note}${SET_ASIDE}`);
        throw new Error(
          `${note} cannot be read and was renamed to ${NOTE}${SET_ASIDE}. Repeat the deletion that was interrupted: ` +
            'it recomputes the affected days and wallets.',
        );
      }
      await makeAnew(what, NOBODY);
    },
  };
}
