// Shows how far a pipe has come, in one line of a terminal that is written over.
import { printable } from '../printable.js';
import type { Progress } from './send-events.js';

const WIDTH = 24;
const REDRAW_MS = 100;

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

export interface ProgressBar {
  show(progress: Progress): void;
  /** A line that stays, above the bar; it may quote the input. */
  say(text: string): void;
  end(): void;
}

export interface ProgressBarOptions {
  readonly write: (text: string) => void;
  /** Without a terminal the bar, which is written over, is left out. */
  readonly isTerminal: boolean;
  /** The size of the whole input, where it is known. */
  readonly totalBytes: number | undefined;
  readonly now: () => number;
  /** The word for the events that were taken. Default: sent. */
  readonly done?: string;
}

export const createProgressBar = (options: ProgressBarOptions): ProgressBar => {
  const { write, isTerminal, totalBytes, now, done: word = 'sent' } = options;
  const startedAt = now();
  let startedWith: number | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let last: Progress | undefined;

  const draw = ({ bytes, tally }: Progress) => {
    startedWith ??= tally.sent;
    const part = totalBytes ? Math.min(1, bytes / totalBytes) : undefined;
    const done = Math.round((part ?? 0) * WIDTH);
    const bar =
      part === undefined
        ? ''
        : `[${'#'.repeat(done)}${'-'.repeat(WIDTH - done)}] ${Math.floor(part * 100)} %  `;
    const rate = (tally.sent - startedWith) / Math.max(1, (now() - startedAt) / 1_000);
    const counts = `${number(tally.sent)} ${word}, ${number(tally.quarantined)} quarantined, ${number(tally.failed)} failed`;
    write(`\r\x1b[K${bar}${counts}, ${number(rate)}/s`);
    drawnAt = now();
  };

  return {
    show: (progress) => {
      last = progress;
      if (isTerminal && now() - drawnAt >= REDRAW_MS) draw(progress);
    },
    say: (text) => {
      write(`${isTerminal ? '\r\x1b[K' : ''}${printable(text)}\n`);
      if (isTerminal && last) draw(last);
    },
    end: () => {
      if (!isTerminal || !last) return;
      draw(last);
      write('\n');
    },
  };
};
