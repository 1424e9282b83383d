// Deletes single lines from a file of JSON, one value a line.
import { readFile } from 'node:fs/promises';
import { parseJson } from '../parse-json.js';
import { replaceFile } from './journal/replace-file.js';

/** Ending of the name of the new file until it replaces the original. */
export const DRAFT = '.draft';

/**
 * @param ending of the name of the new file until it replaces the original
 * @returns how many were deleted; the file changes as a whole or not at all
 */
export async function removeLines<Event>(
  path: string,
  isRemoved: (event: Event) => boolean,
  ending = DRAFT,
): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => {
    const event = parseJson<Event>(line);
    return event === undefined || !isRemoved(event);
  });
  if (kept.length === lines.length) return 0;
  await replaceFile(path, kept.map((line) => `${line}\n`).join(''), ending);
  return lines.length - kept.length;
}
