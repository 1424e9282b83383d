// Sends the events of an input in batches, several requests at a time, and knows up to where all is settled.
import { MAX_EVENTS_PER_REQUEST } from '../../protocol/limits.js';
import type { PendingEvent } from './post-batch.js';
import { prepareEvent } from './prepare-event.js';
import type { InputLine } from './read-lines.js';
import { add, NOTHING, type SendTally } from './tally.js';

/** Well below what a server takes: 2,000,000 bytes zipped, 5,000,000 unzipped. */
const MOST_BATCH_CHARACTERS = 1_000_000;
/** How many batches may overtake one that is retried: until it ends they are kept in memory, which must not grow. */
const MOST_AHEAD = 50;

export interface Progress {
  /** Up to this line, and byte, every line is settled. */
  readonly lines: number;
  readonly bytes: number;
  readonly tally: SendTally;
}

export interface SendEventsOptions {
  readonly lines: AsyncIterable<InputLine>;
  readonly post: (events: readonly PendingEvent[]) => Promise<SendTally>;
  readonly concurrency: number;
  readonly batchEvents?: number | undefined;
  /** For events that do not name their channel. */
  readonly channel: string;
  readonly signal: AbortSignal;
  readonly onFailed: (line: number, reason: string) => void;
  readonly onProgress: (progress: Progress) => void;
}

/** A part of the input. */
interface Part {
  readonly events: PendingEvent[];
  characters: number;
  lines: number;
  bytes: number;
  tally: SendTally;
  isSettled: boolean;
}

const createPart = (): Part => ({
  events: [],
  characters: 0,
  lines: 0,
  bytes: 0,
  tally: NOTHING,
  isSettled: false,
});

/** @throws the first error of `post` or of the input, once all that was begun has ended */
export const sendEvents = async (options: SendEventsOptions): Promise<void> => {
  const { concurrency, batchEvents = MAX_EVENTS_PER_REQUEST } = options;
  const parts: Part[] = [];
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let tally = NOTHING;

  /** Parts are settled in any order, and reported in the order of the input. */
  const tell = () => {
    while (parts[0]?.isSettled) {
      const [part] = parts.splice(0, 1);
      if (!part) return;
      tally = add(tally, part.tally);
      options.onProgress({ lines: part.lines, bytes: part.bytes, tally });
    }
  };
  const post = async (part: Part) => {
    try {
      part.tally = add(part.tally, await options.post(part.events));
      part.isSettled = true;
      tell();
    } catch (error) {
      errors.push(error);
    }
  };
  const start = async (part: Part) => {
    parts.push(part);
    const work: Promise<void> = post(part).finally(() => running.delete(work));
    running.add(work);
    // As long as nothing has failed, the oldest part is still being sent, so there is something to wait for.
    const isAhead = () => parts.length >= concurrency + MOST_AHEAD && errors.length === 0;
    while (running.size >= concurrency || isAhead()) await Promise.race(running);
  };

  let part = createPart();
  const take = (line: InputLine) => {
    part.lines = line.number;
    part.bytes = line.endByte;
    const prepared = prepareEvent(line, options.channel);
    if (prepared.kind === 'failed') {
      options.onFailed(line.number, prepared.reason);
      part.tally = add(part.tally, { ...NOTHING, failed: 1 });
    } else if (prepared.kind === 'event') {
      part.events.push({ line: line.number, json: prepared.json });
      part.characters += prepared.json.length;
    }
  };

  try {
    for await (const line of options.lines) {
      if (options.signal.aborted || errors.length > 0) break;
      const length = line.text?.length ?? 0;
      const isFull =
        part.events.length >= batchEvents || part.characters + length > MOST_BATCH_CHARACTERS;
      if (isFull && part.events.length > 0) {
        await start(part);
        part = createPart();
      }
      take(line);
    }
  } catch (error) {
    errors.push(error);
  }
  if (part.lines > 0 && errors.length === 0) await start(part);
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
};
