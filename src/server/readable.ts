// Reads bytes until they end, and says in words of the reader why where they cannot be read on.
import { reasonOf } from './reason-of.js';

/** @param inWords what is thrown, of what the system says: a disk of another machine may go away meanwhile */
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
