// One page of a table's rows, with how many there are in all.
import type { RowWindow } from '../../list-page.js';
import type { ApplicationSql, SqlValue } from '../ports.js';

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly total: number;
}

/** Texts of SQL: none of them may come from a caller. */
interface PageQuery {
  readonly columns: string;
  readonly table: string;
  /** A condition on $1. */
  readonly where: string;
  /** Names each row, or pages would overlap. */
  readonly order: string;
}

/** @param first what $1 stands for */
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
