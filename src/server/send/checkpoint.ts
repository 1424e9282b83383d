// Remembers in a file how far a pipe has come, so that the next run goes on from there.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SendTally } from './tally.js';

export interface Checkpoint {
  /** Lines of the input, from its beginning, of which each is settled. */
  readonly lines: number;
  readonly tally: SendTally;
  /** Tells one input from another. */
  readonly firstLine: string;
}

export const hashLine = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** @returns undefined when there is none yet
 * @throws Error when the file is something else */
export const readCheckpoint = (path: string): Checkpoint | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { lines, tally, firstLine } = JSON.parse(text);
    const { sent, quarantined, failed } = tally;
    if ([lines, sent, quarantined, failed].every(Number.isInteger)) {
      return { lines, tally: { sent, quarantined, failed }, firstLine: String(firstLine) };
    }
  } catch {
    // Said below.
  }
  throw new Error(`${path} is no file of an earlier run. Name another file or delete it.`);
};

/** Never leaves half a file, whenever the process ends. */
export const writeCheckpoint = (path: string, checkpoint: Checkpoint): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(checkpoint)}\n`);
  renameSync(`${path}.new`, path);
};
