// `chaintrail send`: reads events from a pipe or a file, sends them, and says what became of each.
import { fstatSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_INFLATED_BODY_BYTES } from '../../protocol/limits.js';
import { openReadable } from './open-readable.js';
import { createPostBatch } from './post-batch.js';
import { createProgressBar, type ProgressBar } from './progress-bar.js';
import { type InputLine, readLines, readUntil } from './read-lines.js';
import { type ResumedInput, resumeInput } from './resumed-input.js';
import { type Progress, sendEvents } from './send-events.js';
import { readSendOptions, SEND_HELP, type SendOptions, SendUsageError } from './send-options.js';
import { sizeOfReadable } from './size-of-readable.js';
import { add, NOTHING, type SendTally } from './tally.js';

/** The parts of its process that the command uses. */
export interface SendProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

const STATUS = { stored: 0, incomplete: 1, usage: 2, stopped: 3 } as const;

const MOST_REASONS = 20;
const CHECKPOINT_EVERY_MS = 500;
const LONG_WAIT_MS = 5_000;

/** Bytes of the input when it is a file. */
const sizeOfStdin = (): number | undefined => {
  try {
    const stats = fstatSync(0);
    return stats.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
};

const sizeOf = (file: string | undefined): number | undefined =>
  file === undefined
    ? sizeOfStdin()
    : sizeOfReadable(file, (fault) => new SendUsageError(`--file ${file} ${fault}`));

const describe = ({ sent, quarantined, failed }: SendTally): string =>
  `${sent} sent, ${quarantined} quarantined, ${failed} failed`;

/** Remembers progress, seldom enough to cost nothing. */
const createMemory = (input: ResumedInput) => {
  let writtenAt = 0;
  let last: Progress | undefined;
  const write = () => {
    if (!last) return;
    writtenAt = performance.now();
    input.keep(last);
  };
  return {
    keep: (progress: Progress) => {
      last = progress;
      if (performance.now() - writtenAt >= CHECKPOINT_EVERY_MS) write();
    },
    write,
  };
};

/** The lines after those that an earlier run has settled. */
async function* linesAfter(
  lines: AsyncIterable<InputLine>,
  settled: number,
): AsyncGenerator<InputLine> {
  for await (const line of lines) if (line.number > settled) yield line;
}

/** Prints only the first reasons, since a million lines may fail for the same one. */
const createReasons = (bar: ProgressBar) => {
  let told = 0;
  return (line: number, reason: string) => {
    told += 1;
    if (told <= MOST_REASONS) bar.say(`line ${line}: ${reason}`);
    if (told === MOST_REASONS) bar.say('Further lines that fail are only counted.');
  };
};

/** Prints each reason once, and again before a long wait: else a wrong address looks like a slow server. */
const createWaiting = (bar: ProgressBar) => {
  let last: string | undefined;
  return (waitMs: number, reason: string) => {
    if (reason === last && waitMs < LONG_WAIT_MS) return;
    last = reason;
    bar.say(`${reason}; trying again in ${Math.ceil(waitMs / 1_000)} s`);
  };
};

const send = async (options: SendOptions, { stdin, stderr, signal }: SendProcess) => {
  const totalBytes = sizeOf(options.file);
  const resumed = resumeInput({
    path: options.resume,
    foreign: (message) => new SendUsageError(message),
    signal,
  });
  const { before } = resumed;
  const memory = createMemory(resumed);
  const base = before?.tally ?? NOTHING;
  let total = base;
  const bar = createProgressBar({
    write: (text) => void stderr.write(text),
    isTerminal: stderr.isTTY === true,
    totalBytes,
    now: () => performance.now(),
  });
  const onFailed = createReasons(bar);
  const file = options.file === undefined ? undefined : openReadable(options.file);
  const lines = readLines(readUntil(file ?? stdin, signal), MAX_INFLATED_BODY_BYTES);
  let stopped: string | undefined;
  try {
    await sendEvents({
      lines: linesAfter(resumed.watch(lines), before?.lines ?? 0),
      post: createPostBatch({
        ...options,
        signal,
        onFailed,
        onWait: createWaiting(bar),
        pause: (waitMs) => wait(waitMs, undefined, { signal }).catch(() => {}),
      }),
      concurrency: options.concurrency,
      channel: options.channel,
      signal,
      onFailed,
      onProgress: (progress) => {
        total = add(base, progress.tally);
        memory.keep({ ...progress, tally: total });
        bar.show({ ...progress, tally: total });
      },
    });
    if (signal.aborted) stopped = 'it was interrupted';
  } catch (error) {
    if (error instanceof SendUsageError) throw error;
    // Also when the input cannot be read any further: what came before is sent.
    stopped = (error as Error).message;
  } finally {
    file?.destroy();
  }
  try {
    memory.write();
  } catch (error) {
    stopped ??= (error as Error).message;
  }
  bar.end();
  return { total, stopped };
};

const run = async (options: SendOptions, host: SendProcess): Promise<number> => {
  const { total, stopped } = await send(options, host);
  host.stdout.write(`${describe(total)}\n`);
  if (total.quarantined > 0) {
    host.stderr.write('To see why, run chaintrail quarantine on the machine of the server.\n');
  }
  if (stopped !== undefined) {
    const remedy =
      options.resume === undefined
        ? 'Run it again with the same input: events that are already stored count once.'
        : 'Run the same command again to continue from here.';
    host.stderr.write(`Stopped before the end: ${stopped.replace(/\.$/, '')}. ${remedy}\n`);
    return STATUS.stopped;
  }
  return total.quarantined + total.failed === 0 ? STATUS.stored : STATUS.incomplete;
};

/** Runs the command; answers the exit status. */
export const runSend = async (args: readonly string[], host: SendProcess): Promise<number> => {
  try {
    const options = readSendOptions(args, host.env);
    if (options !== 'help') return await run(options, host);
    host.stdout.write(SEND_HELP);
    return STATUS.stored;
  } catch (error) {
    host.stderr.write(`${(error as Error).message}\n`);
    return error instanceof SendUsageError ? STATUS.usage : STATUS.stopped;
  }
};
