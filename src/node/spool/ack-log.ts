// Remembers which lines of a segment are settled (delivered or dropped): an append-only list of
// ranges in a file beside it.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

export interface AckLog {
  /** Whether an earlier process has settled this line. */
  isSettled(line: number): boolean;
  /** Adds numbers of lines that are settled now, in any order. */
  add(lines: readonly number[]): void;
  remove(): void;
  close(): void;
}

type Range = readonly [first: number, last: number];

/** `[1, 2, 3, 7]` -> `1-3`, `7-7`. */
const rangesOf = (lines: readonly number[]): Range[] => {
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
};

/**
 * A torn or unknown line of the list is ignored: its events are sent once more, and the server
 * drops the repeats.
 */
const readRanges = (path: string): Range[] => {
  let text = '';
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const [, first, last] = /^(\d{1,12})-(\d{1,12})$/.exec(line) ?? [];
      return first && last ? [[Number(first), Number(last)] as const] : [];
    });
};

export const openAckLog = (path: string, isNew: boolean): AckLog => {
  const settled = new Set<number>();
  for (const [first, last] of isNew ? [] : readRanges(path)) {
    for (let line = first; line <= last; line++) settled.add(line);
  }
  let file: number | undefined;

  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    isSettled: (line) => settled.has(line),
    add: (lines) => {
      const text = rangesOf(lines).map(([first, last]) => `${first}-${last}\n`);
      file ??= openSync(path, 'a', 0o600);
      writeSync(file, text.join(''));
    },
    remove: () => {
      close();
      rmSync(path, { force: true });
    },
    close,
  };
};
