// While one batch is repeated, later batches are sent: all of them arrive, and only few wait at any time.
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { PendingEvent } from '../../../src/server/send/post-batch.js';
import { type InputLine, readLines, readUntil } from '../../../src/server/send/read-lines.js';
import { type Progress, sendEvents } from '../../../src/server/send/send-events.js';

const LINES = 1_000;

const sendBehind = async (first: (read: () => number) => Promise<void>, concurrency = 2) => {
  let read = 0;
  const posted: number[] = [];
  const told: Progress[] = [];
  async function* lines(): AsyncGenerator<InputLine> {
    while (read < LINES) {
      read += 1;
      yield { number: read, text: '{"type":"track"}', endByte: read * 17 };
    }
  }
  const work = sendEvents({
    lines: lines(),
    async post(events: readonly PendingEvent[]) {
      if (events[0]?.line === 1) await first(() => read);
      posted.push(...events.map(({ line }) => line));
      return { sent: events.length, quarantined: 0, failed: 0 };
    },
    concurrency,
    batchEvents: 1,
    channel: 'import',
    signal: new AbortController().signal,
    onFailed: () => {},
    onProgress: (progress) => told.push(progress),
  });
  return { posted, told, outcome: await work.catch((error) => error) };
};

/** Waits until the input is read to its end, or reading has stopped. */
const settled = async (read: () => number): Promise<number> => {
  for (let before = -1; before !== read(); await turn()) before = read();
  return read();
};

it.each([2, 64])(
  'limits how far it reads ahead while the first batch is repeated, with a concurrency of %i',
  async (concurrency) => {
    let behind = 0;
    const { posted, told } = await sendBehind(async (read) => {
      await turn();
      behind = await settled(read);
    }, concurrency);
    expect(behind).toBeGreaterThan(concurrency);
    expect(behind).toBeLessThan(concurrency + 60);
    expect(posted).toHaveLength(LINES);
    expect(told.map(({ lines }) => lines)).toEqual(
      Array.from({ length: LINES }, (_, at) => at + 1),
    );
  },
);

it('ends when the first batch is given up, and reports no progress', async () => {
  const { told, outcome } = await sendBehind(async (read) => {
    await turn();
    await settled(read);
    throw new Error('given up');
  });
  expect([told, outcome]).toEqual([[], new Error('given up')]);
});

it('readLines leaves out the text of a line that is too long, and of no other', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('1234\n123');
    yield Buffer.from('45\n12');
  }
  const texts = [];
  for await (const { text } of readLines(bytes(), 4)) texts.push(text);
  expect(texts).toEqual(['1234', undefined, '12']);
});

it('readLines accepts line ends of Windows (CRLF), and counts their bytes', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('1\r');
    yield Buffer.from('\n2\r3\r\n');
  }
  const found = [];
  for await (const { text, endByte } of readLines(bytes(), 9)) found.push([text, endByte]);
  expect(found).toEqual([
    ['1', 3],
    ['2\r3', 8],
  ]);
});

it('readUntil frees what it has read, so that an input can be larger than the memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const made: WeakRef<Uint8Array>[] = [];
  let kept = 0;
  async function* input(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 100; count += 1) {
      const chunk = new Uint8Array(1_000);
      made.push(new WeakRef(chunk));
      yield chunk;
    }
    await turn();
    collectGarbage();
    kept = made.filter((chunk) => chunk.deref() !== undefined).length;
  }
  let read = 0;
  for await (const { length } of readUntil(input(), new AbortController().signal)) read += length;
  expect(read).toBe(100_000);
  expect(kept).toBeLessThan(10);
});
