// Repairs the engine's deduplication logs after kills and full disks.
//
// The engine logs a block's token before it renames the block's part into place. A kill or a full disk between
// the two leaves a token without rows: the repeated load would be skipped as already stored. A full disk also
// cuts a line short. The engine appends after it, but when it is restarted, it stops reading there: the tokens
// after that line would be unknown, and repeated loads would be stored twice.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../data-folder/names-in.js';

/** Runs a query on the engine. */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>;

interface StoredPart {
  readonly first: number;
  readonly last: number;
}

interface Table {
  readonly path: string;
  /** By partition. A merged part covers the block numbers of the parts that it was merged from. */
  readonly parts: ReadonlyMap<string, readonly StoredPart[]>;
}

interface Log {
  readonly path: string;
  readonly text: string;
}

/** A log with the content that it should have. */
export interface Correction extends Log {
  /**
   * The file that is written first, in the table's folder: the engine fails on foreign files beside its logs.
   */
  readonly draft: string;
}

const DIRECTORY = 'deduplication_logs';
const DRAFT = 'tmp_deduplication_log.txt';
const FILE = /^deduplication_log_(\d+)\.txt$/;
/**
 * An entry without its line end: operation (1 stored, 2 dropped), part, token. It is matched at the end of the
 * line, since a cut-off entry may stand before it.
 */
const NOTE = /([12])\t([^\t]+)\t([^\t]+)$/;
const STORED = '1';
/** A part's name: partition, first and last block, level, and the mutation's number if there was one. */
const PART = /^(.+?)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

const TABLES = `SELECT data_paths[1] AS path, groupArrayIf((p.partition_id,
    toFloat64(p.min_block_number), toFloat64(p.max_block_number)), p.active) AS parts
  FROM system.tables AS t LEFT JOIN system.parts AS p ON p.database = t.database AND p.table = t.name
  WHERE t.database = currentDatabase() AND endsWith(t.engine, 'MergeTree') GROUP BY path`;

const readTables = async (read: ReadRows): Promise<readonly Table[]> => {
  const rows = await read<{ path: string; parts: readonly [string, number, number][] }>(TABLES);
  return rows.map((row) => {
    const parts = new Map<string, StoredPart[]>();
    for (const [partition, first, last] of row.parts) {
      const known = parts.get(partition);
      if (known) known.push({ first, last });
      else parts.set(partition, [{ first, last }]);
    }
    return { path: row.path, parts };
  });
};

/** The logs of a table in the order in which the engine reads them. A table without loads has no logs. */
const readLogs = async ({ path }: Table): Promise<readonly Log[]> => {
  const names = await namesIn(join(path, DIRECTORY));
  const numbers = names.flatMap((name) => FILE.exec(name)?.[1] ?? []).map(Number);
  const paths = numbers
    .sort((one, other) => one - other)
    .map((number) => join(path, DIRECTORY, `deduplication_log_${number}.txt`));
  return Promise.all(paths.map(async (log) => ({ path: log, text: await readFile(log, 'utf8') })));
};

/** The complete entries of a log, without fragments that were cut off. */
const notesOf = ({ text }: Log): readonly RegExpExecArray[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => NOTE.exec(line))
    .filter((note) => note !== null);

const isStored = (name: string, { parts }: Table): boolean => {
  const [, partition = '', begin, end] = PART.exec(name) ?? [];
  const first = Number(begin);
  const last = Number(end);
  return (parts.get(partition) ?? []).some((part) => part.first <= first && part.last >= last);
};

const correctionsOf = async (table: Table): Promise<readonly Correction[]> => {
  const logs = await readLogs(table);
  const noted = logs.map((log) => ({ ...log, notes: notesOf(log) }));
  const parts = new Map<string, string>();
  for (const [, operation, part = '', token = ''] of noted.flatMap(({ notes }) => notes)) {
    if (operation === STORED) parts.set(token, part);
    else parts.delete(token);
  }
  const missing = new Set(
    [...parts].flatMap(([token, part]) => (isStored(part, table) ? [] : [token])),
  );
  return noted.flatMap(({ path, text, notes }) => {
    const kept = notes.filter(([, , , token = '']) => !missing.has(token));
    const corrected = kept.map(([note]) => `${note}\n`).join('');
    return corrected === text ? [] : [{ path, text: corrected, draft: join(table.path, DRAFT) }];
  });
};

/** Finds the logs whose content is wrong. No load may run meanwhile. */
export const findCorrections = async (read: ReadRows): Promise<readonly Correction[]> =>
  (await Promise.all((await readTables(read)).map(correctionsOf))).flat();

/** Writes the corrections. The engine must not run, since it appends to logs that it has open. */
export const correct = async (corrections: readonly Correction[]): Promise<void> => {
  for (const { path, text, draft } of corrections) {
    // Replaced by a rename, so as a whole or not at all: the disk may still be full.
    await writeFile(draft, text, { mode: 0o640, flush: true });
    await rename(draft, path);
  }
};
