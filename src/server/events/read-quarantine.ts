// Reads the refused events from their files, also while a server appends to them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../data-folder/names-in.js';
import { parseJson } from '../parse-json.js';
import { isQuarantineFile, type QuarantinedEvent } from './quarantine.js';

export interface ReadQuarantineRequest {
  readonly directory: string;
  readonly limit: number;
  /** Without it, those of every project. */
  readonly projectId?: string | undefined;
}

export interface QuarantineReading {
  /** Newest first. */
  readonly newest: readonly QuarantinedEvent[];
  /** How many there are in all. */
  readonly total: number;
}

/** @throws what reading throws: with a file left out, its events would seem never to have been refused */
export async function readQuarantine(request: ReadQuarantineRequest): Promise<QuarantineReading> {
  const { directory, limit, projectId } = request;
  const newest: QuarantinedEvent[] = [];
  let total = 0;
  for (const name of (await filesOf(directory)).sort().reverse()) {
    const text = await textOf(join(directory, name));
    for (const line of text.split('\n').reverse()) {
      // A line may be incomplete: the last one while a server writes it, or one that a crash has left.
      const event = parseJson<QuarantinedEvent>(line);
      if (event === undefined || (projectId ?? event.project_id) !== event.project_id) continue;
      total += 1;
      if (newest.length < limit) newest.push(event);
    }
  }
  return { newest, total };
}

/** Empty for a file that is gone: the server may remove the oldest while this reads. */
const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

async function filesOf(directory: string): Promise<string[]> {
  return (await namesIn(directory)).filter(isQuarantineFile);
}
