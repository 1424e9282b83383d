// Writes conditions as SQL, with every value bound as a parameter.
import type { SessionField } from '../../protocol/analytics/filters.js';
import type { Condition } from './conditions.js';
import type { Bind } from './statement.js';

export type ColumnOf = (field: string) => string;

/** The column of the events `e` that a field names. */
const EVENT_COLUMNS: Readonly<Record<string, string>> = {
  page: 'e.page_path',
  event: 'e.event',
  type: 'e.type',
  volume: 'e.volume',
  revenue: 'e.revenue',
  points: 'e.points',
  ...(Object.fromEntries(
    ['device', 'browser', 'os', 'location', 'referrer', 'ref', 'origin']
      .concat(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'])
      .map((name) => [name, `e.${name}`]),
  ) as Record<SessionField, string>),
};

const COMPARE = { eq: '=', neq: '!=', gt: '>', lt: '<', gte: '>=', lte: '<=' } as const;

const eventColumn = (field: string): string => EVENT_COLUMNS[field] ?? "''";

/**
 * All conditions joined by AND, on the events `e`; `1` when there are none.
 *
 * @param columnOf maps fields to other columns than those of the events `e`
 * @param sqlOf writes a single condition; default `conditionSql`
 */
export const allOf = (
  conditions: readonly Condition[],
  bind: Bind,
  columnOf: ColumnOf = eventColumn,
  sqlOf: (condition: Condition, bind: Bind, columnOf: ColumnOf) => string = conditionSql,
): string =>
  conditions.length === 0
    ? '1'
    : conditions.map((one) => `(${sqlOf(one, bind, columnOf)})`).join(' AND ');

/** @param columnOf maps fields to other columns than those of the events `e` */
export function conditionSql(
  condition: Condition,
  bind: Bind,
  columnOf: ColumnOf = eventColumn,
): string {
  const own =
    condition.kind === 'property'
      ? propertySql(condition, bind)
      : columnSql(condition, columnOf(condition.field), bind);
  return [own, ...condition.nested.map((one) => `(${conditionSql(one, bind)})`)].join(' AND ');
}

function columnSql({ op, kind, values }: Condition, column: string, bind: Bind): string {
  const type = kind === 'number' ? 'Float64' : 'String';
  const one = () => bind(values[0] ?? '', type);
  switch (op) {
    case 'in':
      return `${column} IN ${bind(values, `Array(${type})`)}`;
    case 'nin':
      return `${column} NOT IN ${bind(values, `Array(${type})`)}`;
    case 'startsWith':
    case 'endsWith':
      return `${op}(${column}, ${one()})`;
    case 'contains':
      return `position(${column}, ${one()}) > 0`;
    case 'notEmpty':
      return `${column} != ''`;
    case 'isEmpty':
      return `${column} = ''`;
    default:
      return `${column} ${COMPARE[op]} ${one()}`;
  }
}

/**
 * A property as text: strings as they are, other values as JSON, empty when null or absent. A number in the
 * condition is compared as a number where the property is one.
 */
function propertySql(condition: Condition, bind: Bind): string {
  const { field, op, values } = condition;
  const json = `e.properties, ${bind(field, 'String')}`;
  const text = `multiIf(JSONType(${json}) = 'String', JSONExtractString(${json}), JSONType(${json}) = 'Null', '', JSONExtractRaw(${json}))`;
  const numbers = values.filter((value) => typeof value === 'number');
  const texts = values.filter((value) => typeof value === 'string');
  if (numbers.length === 0) return columnSql(condition, text, bind);
  // The engine parses `inf` and `nan` as numbers, too. Replacing their `n` makes them texts again.
  const number = `toFloat64OrNull(translate(${text}, 'nN', '__'))`;
  const isNumber = (how: string) => `ifNull(${number} ${how}, 0)`;
  const isIn = `(${isNumber(`IN ${bind(numbers, 'Array(Float64)')}`)} OR ${text} IN ${bind(texts, 'Array(String)')})`;
  switch (op) {
    case 'eq':
    case 'in':
      return isIn;
    case 'neq':
    case 'nin':
      return `NOT ${isIn}`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isNumber(`${COMPARE[op]} ${bind(numbers[0] ?? 0, 'Float64')}`);
    default:
      return columnSql(condition, text, bind);
  }
}
