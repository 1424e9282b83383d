// Deletes single lines from a file of JSON, one value a line.
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Ends the names of files that are being written to replace others. */
export const DRAFT = '.draft';

/** @returns how many were deleted; the file changes as a whole or not at all */
export async function removeLines<Event>(
  path: string,
  isRemoved: (event: Event) => boolean,
): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => {
    const event = parse<Event>(line);
    return event === undefined || !isRemoved(event);
  });
  if (kept.length === lines.length) return 0;
  const draft = `${path}${DRAFT}`;
  await writeFile(draft, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  await rename(draft, path);
  return lines.length - kept.length;
}

function parse<Event>(line: string): Event | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
