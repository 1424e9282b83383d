// Moves damaged rows of a journal segment to the quarantine: a single one keeps the whole segment from loading.
import { readFile } from 'node:fs/promises';
import { parseJson } from '../parse-json.js';
import type { Bag } from './bag.js';
import { faultOf } from './event-row.js';
import { replaceFile } from './journal/replace-file.js';
import type { Segment } from './journal/segment.js';
import type { Quarantine, QuarantinedEvent } from './quarantine.js';

/** @returns how many rows were moved; the file stays as it is when all are sound */
export async function quarantineDamaged(
  { path }: Pick<Segment, 'path'>,
  quarantine: Pick<Quarantine, 'append'>,
): Promise<number> {
  const kept: string[] = [];
  const damaged: QuarantinedEvent[] = [];
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    if (line === '') continue;
    const fault = damageOf(line);
    if (fault === undefined) kept.push(`${line}\n`);
    else damaged.push(damagedRow(line, fault));
  }
  if (damaged.length === 0) return 0;
  // A kill between these two steps leaves the rows in both files. The next attempt then adds them to the
  // quarantine again, which does no harm.
  await quarantine.append(damaged);
  await replaceFile(path, kept.join(''));
  return damaged.length;
}

function damageOf(line: string): string | undefined {
  const row = parseJson<Bag>(line);
  return row === undefined ? 'the row is not valid JSON' : faultOf(row);
}

/**
 * A line of the journal as the quarantine keeps it.
 *
 * @param fault default: what is wrong with the row
 */
export function damagedRow(line: string, fault = damageOf(line)): QuarantinedEvent {
  const row = parseJson<Bag>(line);
  const { project_id: projectId } = { project_id: '', ...row };
  return {
    project_id: String(projectId),
    received_at: new Date().toISOString(),
    reason: `damaged on the disk: ${fault ?? 'the row lacks project_id or message_id'}`,
    event: row ?? line,
  };
}
