// Reads rows page by page, fewer of them where they are large.
import { DatabaseQueryError } from '../../database/database-errors.js';
import type { AnalyticsQueryOptions } from '../../database/ports.js';

/** Of JSON: a page waits in the application database, once for each recipient, and is sent as one body. */
const MOST_PAGE_BYTES = 8_000_000;

/** By the engine's number: too much memory, too large an answer. */
const TOO_MUCH: readonly unknown[] = ['241', '396'];

export type ReadPage<Row> = (
  last: Row | undefined,
  size: number,
  options: AnalyticsQueryOptions,
) => Promise<readonly Row[]>;

/**
 * @param read the rows behind `last`, `size` of them at most
 * @param most rows of a page
 */
export async function* readPages<Row>(
  read: ReadPage<Row>,
  most: number,
): AsyncGenerator<readonly Row[]> {
  let size = most;
  for (let last: Row | undefined; ; ) {
    // A single row is told of, however large it is.
    const options = size === 1 ? {} : { mostBytes: MOST_PAGE_BYTES };
    const rows = await read(last, size, options).catch((error) => {
      const isTooMuch = error instanceof DatabaseQueryError && TOO_MUCH.includes(error.code);
      if (!isTooMuch || size === 1) throw error;
      return undefined;
    });
    if (rows === undefined) {
      size = Math.floor(size / 2);
      continue;
    }
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
    size = Math.min(most, Math.ceil((size * 9) / 8));
  }
}
