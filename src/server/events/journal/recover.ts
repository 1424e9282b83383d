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
  /** Lines that were cut off or damaged. Those that a kill leaves so were never acknowledged. */
  readonly damagedLines: number;
  /** Folders that are named like segments: somebody put them there, and they are passed over. */
  readonly folders: readonly string[];
}

/**
 * Damaged lines are taken out of the files, because the loader must see whole rows only.
 *
 * @param sync makes a file durable; a parameter so that a test can observe it
 */
export async function recoverSegments(directory: string, sync = syncFile): Promise<Recovered> {
  const segments: Segment[] = [];
  const rows: RowName[] = [];
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
    damagedLines += content.damaged;
    if (content.lines.length === 0) {
      await rm(path);
      continue;
    }
    const text = content.lines.map((line) => `${line}\n`).join('');
    if (content.damaged > 0) await replaceFile(path, text);
    // The kill may have come before the sync. From now on a retry of these rows is acknowledged as a repetition,
    // so they must be durable.
    else await sync(path);
    segments.push({ id, path, bytes: Buffer.byteLength(text), rows: content.lines.length });
    // Not spread: a segment may hold more rows than a call can take arguments.
    for (const row of content.rows) rows.push(row);
  }
  await syncDirectory(directory);
  const folders = namesOf(true).filter((name) => segmentIdOf(name) !== undefined);
  return { segments, rows, damagedLines, folders };
}

function wholeRows(text: string): { lines: string[]; rows: RowName[]; damaged: number } {
  const lines: string[] = [];
  const rows: RowName[] = [];
  const parts = text.split('\n');
  // Without its newline a last line may be the front of a row that happens to parse.
  let damaged = parts.pop() === '' ? 0 : 1;
  for (const line of parts) {
    const row = parseRow(line);
    if (row === undefined) {
      damaged++;
    } else {
      lines.push(line);
      rows.push(row);
    }
  }
  return { lines, rows, damaged };
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
