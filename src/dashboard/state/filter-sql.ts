// The filters as the query operation takes them: for what analytics questions do not answer, such as hours.
import { type Filter, type FilterField, isNumeric, valuesIn } from './place.js';
import { sqlText } from './sql-text.js';

const COMPARE = { eq: '=', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Of the view `events`, as analytics questions read their fields; `origin` is none of them. */
const columnOf = (field: FilterField): string | undefined =>
  field === 'origin' ? undefined : field === 'page' ? 'page_path' : field;

/** @returns undefined for what the query operation cannot compare */
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

/** ` AND ...` for each; undefined where one of them cannot be asked. */
export function filtersSql(filters: readonly Filter[]): string | undefined {
  const conditions = filters.map(conditionOf);
  return conditions.includes(undefined)
    ? undefined
    : conditions.map((condition) => ` AND (${condition})`).join('');
}

/** Within the days that the query names. */
export const IN_DAYS_SQL = 'toDate(timestamp) BETWEEN {date_from} AND {date_to}';

/** The same for a project. @param id none: of all */
export const ofProjectSql = (id: string | undefined): string =>
  id === undefined || id === '' ? '' : ` AND project_id = ${sqlText(id)}`;
