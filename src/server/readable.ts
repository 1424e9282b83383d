// Reads bytes until they end, and translates a read error into an error of the caller.
import { reasonOf } from './errors/reason-of.js';

/** @param inWords makes the error to throw, from the system's reason; a network disk may fail in mid-read */
export async function* readable(
  bytes: AsyncIterable<Uint8Array>,
  inWords: (why: string) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw inWords(reasonOf(error));
  }
}
