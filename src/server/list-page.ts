// The page of a standard list: from the query to LIMIT and OFFSET, and from rows to the answer (N-77).
import { LIST_SIZE } from '../protocol/limits.js';
import type { PageQuery } from '../protocol/lists.js';

/** Rows to take and to skip. */
export interface RowWindow {
  readonly limit: number;
  readonly offset: number;
}

export interface Listed<T> {
  data: T[];
  total: number;
  page: number;
  size: number;
  has_more: boolean;
}

/**
 * Reads one page and wraps it.
 *
 * @param query checked against `pageQuery`
 * @param read returns the rows of a window, in a total order (ties broken), and the count of all rows
 */
export async function listPage<T>(
  query: PageQuery,
  read: (window: RowWindow) => Promise<{ readonly rows: readonly T[]; readonly total: number }>,
): Promise<Listed<T>> {
  const { page = 1, size = LIST_SIZE.default } = query;
  const { rows, total } = await read({ limit: size, offset: (page - 1) * size });
  return { data: [...rows], total, page, size, has_more: page * size < total };
}
