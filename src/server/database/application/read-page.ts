// Reads one page of a table's rows, and the count of all rows.
import type { RowWindow } from '../../list-page.js';
import type { ApplicationSql, SqlValue } from '../ports.js';

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** The count over all pages. */
  readonly total: number;
}

/** Pieces of SQL text; none of them may come from a caller. */
interface PageQuery {
  readonly columns: string;
  readonly table: string;
  /** A condition on the parameter $1. */
  readonly where: string;
  /** Must order rows uniquely, otherwise pages could overlap. */
  readonly order: string;
}

/** @param first the value of $1 */
export const readPage = async <Row>(
  sql: ApplicationSql,
  { columns, table, where, order, first }: PageQuery & { readonly first: SqlValue },
  { limit, offset }: RowWindow,
): Promise<PageOfRows<Row>> => {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT $2 OFFSET $3`,
    [first, limit, offset],
  );
  const [count] = await sql.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${table} WHERE ${where}`,
    [first],
  );
  return { rows, total: count?.total ?? 0 };
};
