// Goes on in an input where an earlier run stopped, once it is sure that the input is the same.
import { createHash } from 'node:crypto';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.js';
import type { InputLine } from './read-lines.js';
import type { Progress } from './send-events.js';
import { NOTHING } from './tally.js';

export interface ResumedInput {
  /** How far the earlier run came; undefined when there was none. */
  readonly before: Checkpoint | undefined;
  /**
   * The same lines. Throws before the first line that is not settled when those before it are others
   * than the earlier run's, or fewer.
   */
  watch(lines: AsyncIterable<InputLine>): AsyncIterable<InputLine>;
  /** Remembers that all up to there is settled. */
  keep(progress: Pick<Progress, 'lines' | 'tally'>): void;
}

export interface ResumeOptions {
  /** Absolute, or of the working directory; undefined where nothing is remembered. */
  readonly path: string | undefined;
  /** The error for an input that is not the earlier run's. */
  readonly foreign: (message: string) => Error;
  /** Aborted when the input is left before its end. */
  readonly signal?: AbortSignal;
}

/** @throws Error when the file cannot be read or written, or is something else */
export function resumeInput({ path, foreign, signal }: ResumeOptions): ResumedInput {
  if (path === undefined) return { before: undefined, watch: (lines) => lines, keep() {} };
  const before = readCheckpoint(path);
  // Before anything is sent, so that a file that cannot be written is found out at once.
  if (before === undefined) writeCheckpoint(path, { lines: 0, tally: NOTHING, fingerprint: '' });
  const settled = before?.lines ?? 0;
  const hash = createHash('sha256');
  /** Of the input up to each line that is read and not settled yet, oldest first. */
  const fingerprints = new Map<number, string>();

  const requireSame = (isSame: boolean): void => {
    if (isSame) return;
    throw foreign(`${path} has the progress of another input. Name another file, or delete it.`);
  };
  return {
    before,
    async *watch(lines) {
      let last = 0;
      for await (const line of lines) {
        last = line.number;
        hash.update(`${line.text ?? ''}\n`);
        if (last >= settled) fingerprints.set(last, hash.copy().digest('hex'));
        if (last === settled) requireSame(fingerprints.get(last) === before?.fingerprint);
        yield line;
      }
      requireSame(last >= settled || signal?.aborted === true);
    },
    keep({ lines, tally }) {
      for (const line of fingerprints.keys()) if (line < lines) fingerprints.delete(line);
      writeCheckpoint(path, { lines, tally, fingerprint: fingerprints.get(lines) ?? '' });
    },
  };
}
