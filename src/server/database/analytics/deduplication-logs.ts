// Keeps the engine's logs of stored blocks truthful across kills.
//
// The engine notes a block's token before it renames the block's part into place. A kill, or a full disk,
// between the two leaves a token without rows: the same load, repeated, would be passed over as stored.
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Asks the engine. */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>;

interface StoredPart {
  readonly partition: string;
  readonly first: number;
  readonly last: number;
}

interface Table {
  readonly path: string;
  /** Merged parts hold the blocks of those that they were made of. */
  readonly parts: readonly StoredPart[];
}

const DIRECTORY = 'deduplication_logs';
const FILE = /^deduplication_log_(\d+)\.txt$/;
const ADDED = '1';
const DROPPED = '2';
/** Of a part: partition, first and last block, level, and after a mutation its number. */
const PART = /^(.+?)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

const TABLES = `SELECT data_paths[1] AS path, groupArrayIf((p.partition_id,
    toFloat64(p.min_block_number), toFloat64(p.max_block_number)), p.active) AS parts
  FROM system.tables AS t LEFT JOIN system.parts AS p ON p.database = t.database AND p.table = t.name
  WHERE t.database = currentDatabase() AND endsWith(t.engine, 'MergeTree') GROUP BY path`;

const readTables = async (read: ReadRows): Promise<readonly Table[]> => {
  const rows = await read<{ path: string; parts: readonly [string, number, number][] }>(TABLES);
  return rows.map(({ path, parts }) => ({
    path,
    parts: parts.map(([partition, first, last]) => ({ partition, first, last })),
  }));
};

/** The logs of a table in the order in which the engine reads them; it goes on writing the last. */
const logsOf = async ({ path }: Table): Promise<readonly string[]> => {
  const names = await readdir(join(path, DIRECTORY)).catch(() => []);
  const numbers = names.flatMap((name) => FILE.exec(name)?.[1] ?? []).map(Number);
  return numbers
    .sort((one, other) => one - other)
    .map((number) => join(path, DIRECTORY, `deduplication_log_${number}.txt`));
};

/** Blocks by their tokens, each with the name of its part: what the logs say is stored. */
const readLogs = async (files: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const parts = new Map<string, string>();
  for (const file of files) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const [operation, part = '', block] = line.split('\t');
      if (block === undefined) continue;
      if (operation === ADDED) parts.set(block, part);
      else parts.delete(block);
    }
  }
  return parts;
};

const isStored = (part: string, { parts }: Table): boolean => {
  const [, partition, first, last] = PART.exec(part) ?? [];
  return parts.some(
    (stored) =>
      stored.partition === partition &&
      stored.first <= Number(first) &&
      stored.last >= Number(last),
  );
};

interface MissingBlock {
  readonly block: string;
  readonly part: string;
  /** The log that says so, or the one after it. */
  readonly log: string;
}

/** What the logs wrongly say is stored. No load may run meanwhile. */
export const findMissingBlocks = async (read: ReadRows): Promise<readonly MissingBlock[]> => {
  const missing: MissingBlock[] = [];
  for (const table of await readTables(read)) {
    const files = await logsOf(table);
    const log = files.at(-1);
    if (log === undefined) continue;
    for (const [block, part] of await readLogs(files)) {
      if (!isStored(part, table)) missing.push({ block, part, log });
    }
  }
  return missing;
};

/** Notes in the logs that blocks are not stored: the engine learns of it when it is started anew. */
export const dropBlocks = async (blocks: readonly MissingBlock[]): Promise<void> => {
  for (const { block, part, log } of blocks) {
    await appendFile(log, `${DROPPED}\t${part}\t${block}\n`);
  }
};
