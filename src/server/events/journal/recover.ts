// Reads what an earlier run of the server left in the journal, whatever moment it was killed at.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, syncFile } from './append-disk.js';
import { REPLACEMENT, replaceFile } from './replace-file.js';
import { type Segment, segmentIdOf } from './segment.js';

/** What names a row for the detection of duplicates. */
export interface RowName {
  readonly project_id: string;
  readonly message_id: string;
}

export interface Recovered {
  /** Oldest first; each holds whole rows only. */
  readonly segments: readonly Segment[];
  readonly rows: readonly RowName[];
  /** Lines that a kill cut off: they were never acknowledged. */
  readonly cutLines: number;
  /** Whole lines that are no rows, such as those that a disk damaged after they were acknowledged. */
  readonly damagedLines: number;
  /** Folders that are named like segments: somebody put them there, and they are passed over. */
  readonly folders: readonly string[];
}

export interface RecoverOptions {
  /** Keeps the damaged lines of a file before they are taken out of it. */
  readonly keepDamaged: (lines: readonly string[]) => Promise<void>;
  /** Makes a file durable; an option so that a test can observe it. */
  readonly sync?: (path: string) => Promise<void>;
}

/** Cut and damaged lines are taken out of the files, because the loader must see whole rows only. */
export async function recoverSegments(
  directory: string,
  { keepDamaged, sync = syncFile }: RecoverOptions,
): Promise<Recovered> {
  const segments: Segment[] = [];
  const rows: RowName[] = [];
  let cutLines = 0;
  let damagedLines = 0;
  const entries = await readdir(directory, { withFileTypes: true });
  const namesOf = (isFolder: boolean): readonly string[] =>
    entries.flatMap((entry) => (entry.isDirectory() === isFolder ? [entry.name] : [])).sort();
  for (const name of namesOf(false)) {
    const path = join(directory, name);
    // The process was killed while it wrote this file; the file that it should replace is still there.
    if (name.endsWith(REPLACEMENT)) await rm(path, { force: true });
    const id = segmentIdOf(name);
    if (id === undefined) continue;
    const content = wholeRows(await readFile(path, 'utf8'));
    cutLines += content.isCut ? 1 : 0;
    damagedLines += content.damaged.length;
    // A kill between the two steps keeps them twice, which does no harm.
    if (content.damaged.length > 0) await keepDamaged(content.damaged);
    if (content.lines.length === 0) {
      await rm(path);
      continue;
    }
    const text = content.lines.map((line) => `${line}\n`).join('');
    if (content.isCut || content.damaged.length > 0) await replaceFile(path, text);
    // The kill may have come before the sync. From now on a retry of these rows is acknowledged as a repetition,
    // so they must be durable.
    else await sync(path);
    segments.push({ id, path, bytes: Buffer.byteLength(text), rows: content.lines.length });
    // Not spread: a segment may hold more rows than a call can take arguments.
    for (const row of content.rows) rows.push(row);
  }
  await syncDirectory(directory);
  const folders = namesOf(true).filter((name) => segmentIdOf(name) !== undefined);
  return { segments, rows, cutLines, damagedLines, folders };
}

interface Content {
  readonly lines: readonly string[];
  readonly rows: readonly RowName[];
  readonly damaged: readonly string[];
  readonly isCut: boolean;
}

function wholeRows(text: string): Content {
  const lines: string[] = [];
  const rows: RowName[] = [];
  const damaged: string[] = [];
  const parts = text.split('\n');
  // Without its newline a last line may be the front of a row that happens to parse.
  const isCut = parts.pop() !== '';
  for (const line of parts) {
    const row = parseRow(line);
    if (row === undefined) {
      damaged.push(line);
    } else {
      lines.push(line);
      rows.push(row);
    }
  }
  return { lines, rows, damaged, isCut };
}

function parseRow(line: string): RowName | undefined {
  try {
    const { project_id, message_id } = JSON.parse(line);
    if (typeof project_id !== 'string' || typeof message_id !== 'string') return undefined;
    return { project_id, message_id };
  } catch {
    return undefined;
  }
}
