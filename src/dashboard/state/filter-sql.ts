// Writes the filters as SQL conditions for the query operation, which answers what the analytics operations do
// not, such as counts by hour; and how that SQL counts visitors.
import { type Filter, type FilterField, isNumeric, valuesIn } from './place.js';
import { sqlText } from './sql-text.js';

const COMPARE = { eq: '=', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The column of the view `events` that analytics reads for a field. The view has no column for `origin`. */
const columnOf = (field: FilterField): string | undefined =>
  field === 'origin' ? undefined : field === 'page' ? 'page_path' : field;

/** @returns undefined for a filter that cannot be written in SQL: on `origin`, or a number that is none */
function conditionOf({ field, op, value }: Filter): string | undefined {
  const column = columnOf(field);
  const values = valuesIn(op, value);
  const given = values.map((one) => one.trim());
  if (column === undefined || (isNumeric(field) && !given.every((one) => NUMBER.test(one)))) {
    return undefined;
  }
  const written = isNumeric(field) ? given : values.map(sqlText);
  const [first = ''] = written;
  switch (op) {
    case 'in':
      return `${column} IN (${written.join(', ')})`;
    case 'nin':
      return `${column} NOT IN (${written.join(', ')})`;
    case 'startsWith':
    case 'endsWith':
      return `${op}(${column}, ${first})`;
    case 'contains':
      return `position(${column}, ${first}) > 0`;
    case 'notEmpty':
      return `${column} != ''`;
    case 'isEmpty':
      return `${column} = ''`;
    default:
      return `${column} ${COMPARE[op]} ${first}`;
  }
}

/** ` AND (...)` for each filter; undefined when one of them cannot be written in SQL. */
export function filtersSql(filters: readonly Filter[]): string | undefined {
  const conditions = filters.map(conditionOf);
  return conditions.includes(undefined)
    ? undefined
    : conditions.map((condition) => ` AND (${condition})`).join('');
}

/** Limits a query to the days of its parameters. */
export const IN_DAYS_SQL = 'toDate(timestamp) BETWEEN {date_from} AND {date_to}';

/** The number of visitors in rows of `events`, as the definitions and `kpis` count them. */
export const VISITORS_SQL =
  "uniqExact(multiIf(anonymous_id != '', anonymous_id, user_id != '', user_id, address))";

/** Limits a query to one project. @param id empty or undefined: all projects */
export const ofProjectSql = (id: string | undefined): string =>
  id === undefined || id === '' ? '' : ` AND project_id = ${sqlText(id)}`;
