// Reads rows page by page, with smaller pages where rows are large.
import { DatabaseQueryError } from '../../database/database-errors.js';
import type { AnalyticsQueryOptions } from '../../database/ports.js';

/** Bytes of JSON: a page is stored in the application database once per recipient, and sent as one body. */
const MOST_PAGE_BYTES = 8_000_000;

/** ClickHouse's error codes for too much memory and for too large an answer. */
const TOO_MUCH: readonly unknown[] = ['241', '396'];

export type ReadPage<Row> = (
  last: Row | undefined,
  size: number,
  options: AnalyticsQueryOptions,
) => Promise<readonly Row[]>;

/**
 * @param read returns the rows that follow `last`, at most `size`
 * @param most rows of a page
 */
export async function* readPages<Row>(
  read: ReadPage<Row>,
  most: number,
): AsyncGenerator<readonly Row[]> {
  let size = most;
  for (let last: Row | undefined; ; ) {
    // A page of a single row has no size limit, since it cannot be made smaller.
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
