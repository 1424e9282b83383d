// Splits a stream of bytes into lines, with the position where each ends. Of a line that is too long it holds no
// more than the bound.

export interface InputLine {
  /** Of the input, from 1. */
  readonly number: number;
  /** Undefined when it is longer than the bound. */
  readonly text: string | undefined;
  /** Bytes of the input up to its end. */
  readonly endByte: number;
}

const NEWLINE = 10;
/** The byte order mark with which some editors begin files: it is no part of the first line. */
const MARK = /^\ufeff/;

/** The input until it ends or the reader has enough of it. */
export async function* readUntil(
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  let stop = (): void => {};
  signal.addEventListener('abort', () => stop(), { once: true });
  for (;;) {
    // Not `Promise.race` with one promise for the whole input, which would hold on to each chunk until the end.
    const next = await new Promise<IteratorResult<Uint8Array> | undefined>((resolve, reject) => {
      stop = () => resolve(undefined);
      if (signal.aborted) stop();
      chunks.next().then(resolve, reject);
    });
    if (!next || next.done) return;
    yield next.value;
  }
}

/** The last line needs no line break. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<InputLine> {
  let number = 0;
  let endByte = 0;
  let parts: Uint8Array[] = [];
  let size = 0;

  const finish = (): InputLine => {
    const whole = size > maxBytes ? undefined : Buffer.concat(parts).toString().replace(/\r$/, '');
    parts = [];
    size = 0;
    number += 1;
    return { number, text: number === 1 ? whole?.replace(MARK, '') : whole, endByte };
  };
  const keep = (part: Uint8Array) => {
    size += part.length;
    endByte += part.length;
    if (size <= maxBytes) parts.push(part);
  };

  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      endByte += 1;
      yield finish();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield finish();
}
