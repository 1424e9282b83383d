// Remembers in a file how far a pipe has come, so that the next run goes on from there.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { reasonOf } from '../errors/reason-of.js';
import type { SendTally } from './tally.js';

export interface Checkpoint {
  /** How many lines from the beginning of the input are settled, without a gap. */
  readonly lines: number;
  readonly tally: SendTally;
  /** A hash of these lines: tells one input from another, also where both begin alike, as CSV files do. */
  readonly fingerprint: string;
}

/** @returns undefined when there is none yet
 * @throws Error when the file is something else */
export const readCheckpoint = (path: string): Checkpoint | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${reasonOf(error)}. Name another file.`);
  }
  try {
    const { lines, tally, fingerprint } = JSON.parse(text);
    const { sent, quarantined, failed } = tally;
    const isWhole = [lines, sent, quarantined, failed].every(Number.isInteger);
    if (isWhole && typeof fingerprint === 'string') {
      return { lines, tally: { sent, quarantined, failed }, fingerprint };
    }
  } catch {
    // Not JSON, or without these fields: reported below.
  }
  throw new Error(`${path} was not written by an earlier run. Name another file, or delete it.`);
};

/**
 * Never leaves half a file, whenever the process ends.
 *
 * @throws Error naming the file
 */
export const writeCheckpoint = (path: string, checkpoint: Checkpoint): void => {
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(checkpoint)}\n`);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new Error(`${path} cannot be written: ${reasonOf(error)}. Name another file.`);
  }
};
