// Reads a whole input that is expected to be short.
import { CommandError } from './command.js';

const MOST_BYTES = 1_000_000;

/** @throws {CommandError} when the input is longer than a megabyte */
export async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of input) {
    parts.push(part);
    size += part.length;
    if (size > MOST_BYTES) throw new CommandError(`The input is longer than ${MOST_BYTES} bytes.`);
  }
  return Buffer.concat(parts).toString();
}
