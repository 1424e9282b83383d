// From the conditions of a search to SQL and the values bound to it.
import type { ProfileCondition } from '../../protocol/profiles/search.js';
import type { SqlValue } from '../database/ports.js';
import { invalidFields } from '../errors/invalid-fields.js';
import { type ConditionTarget, targetOf } from './condition-target.js';
import { type ConditionValue, readConditionValue } from './condition-value.js';
import { lifecycleIn } from './lifecycle.js';
import { doublesShownAs } from './shown-doubles.js';

/** SQL over a row of `profiles`, true or false and never null; needs `projects` bound as well. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export interface ConditionOptions {
  readonly logic: 'and' | 'or';
  /** Whether not exactly one project is searched: several may say different things of one wallet. */
  readonly isMerged: boolean;
  /** Begins the names of the parameters; default `c`. */
  readonly prefix?: string;
}

/** @throws {DomainError} BAD_REQUEST naming the first part that means nothing (decision N-28) */
export function conditionsToSql(
  conditions: readonly ProfileCondition[],
  { logic, isMerged, prefix = 'c' }: ConditionOptions,
): SqlCondition {
  const parts = conditions.map((condition, index) =>
    conditionToSql({ name: `${prefix}${index}`, condition, isMerged }, index),
  );
  if (parts.length === 0) return { sql: '1', params: {} };
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(logic === 'and' ? ' AND ' : ' OR '),
    params: Object.assign({}, ...parts.map(({ params }) => params)),
  };
}

function conditionToSql(place: Place, index: number): SqlCondition {
  const { condition } = place;
  const refuse = (part: string, message: string): never => {
    throw invalidFields('BAD_REQUEST', [[`body.conditions.${index}.${part}`, message]]);
  };
  const target = targetOf(condition.field);
  if (target === undefined) return refuse('field', `is not a known field: "${condition.field}"`);
  const isToken = target.kind === 'balance' && target.of === 'tokens';
  if (condition.scope !== undefined && !isToken)
    refuse('scope', 'is only supported for fields of tokens');
  if (condition.appId !== undefined && condition.scope !== 'protocol') {
    refuse('appId', 'requires scope "protocol"');
  }
  const value = readConditionValue(target, condition);
  if ('message' in value) return refuse(value.part, value.message);
  return write(target, value, place);
}

interface Place {
  /** Begins the names of the parameters. */
  readonly name: string;
  readonly condition: ProfileCondition;
  readonly isMerged: boolean;
}

function write(target: ConditionTarget, value: ConditionValue, place: Place): SqlCondition {
  const { name } = place;
  switch (target.kind) {
    case 'number':
      return compareNumber(target.column, { value, name });
    case 'text':
      return compare(target.column, 'String', { value, name });
    case 'instant':
      return compare(target.column, "DateTime64(3, 'UTC')", { value, name });
    case 'lifecycle':
      return isComplement(value, lifecycleIn(value.values), {});
    case 'social':
      return value.presence === undefined
        ? compare(`lowerUTF8(${target.column})`, 'String', { value, name })
        : { sql: `${target.column} ${value.presence ? '!=' : '='} ''`, params: {} };
    case 'label':
      return label(target.tagId, value, place);
    case 'any_chain':
      return ofAnyProject(anyChain(value, name), place);
    case 'balance':
      return ofAnyProject(balance(target, value, place), place);
  }
}

const SIGNS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=', in: 'IN' } as const;

/** `neq` and `nin` are the complements of `eq` and `in`. */
const complementOf = (op: ConditionValue['op']): 'eq' | 'in' | undefined =>
  op === 'neq' ? 'eq' : op === 'nin' ? 'in' : undefined;

const signOf = (op: ConditionValue['op']): string => {
  const plain = complementOf(op) ?? op;
  return plain === 'neq' || plain === 'nin' ? '' : SIGNS[plain];
};

interface Bound {
  readonly value: ConditionValue;
  readonly name: string;
}

/** The comparison itself, without the complement: null where the expression is null. */
function plainly(expression: string, type: string, { value, name }: Bound): SqlCondition {
  const isList = value.op === 'in' || value.op === 'nin';
  const [first = ''] = value.values;
  return {
    sql: `${expression} ${signOf(value.op)} {${name}:${isList ? `Array(${type})` : type}}`,
    params: { [name]: isList ? value.values : first },
  };
}

function compare(expression: string, type: string, bound: Bound): SqlCondition {
  const { sql, params } = plainly(expression, type, bound);
  const isTrue = `ifNull(${sql}, 0)`;
  return { sql: complementOf(bound.value.op) ? `NOT ${isTrue}` : isTrue, params };
}

/** Compares numbers as answers show them: a sum that is shown as 1 meets both `gte 1` and `eq 1`. */
function compareNumber(expression: string, { value, name }: Bound): SqlCondition {
  const ranges = value.values.map((one) => doublesShownAs(Number(one)));
  const least = ranges.map((range) => range.least);
  const most = ranges.map((range) => range.most);
  const number = `toFloat64(${expression})`;
  const { op } = value;
  const withEdge = (values: readonly number[]) =>
    compare(number, 'Float64', { value: { op, values }, name });
  if (op === 'gt' || op === 'lte') return withEdge(most);
  if (op === 'gte' || op === 'lt') return withEdge(least);
  // `roundDown` finds the one range that may hold the number, by the beginnings of the ranges.
  const starts = `{${name}_least:Array(Float64)}`;
  const start = `roundDown(${number}, ${starts})`;
  const sql = `ifNull(${start} <= ${number}
    AND ${number} <= transform(${start}, ${starts}, {${name}_most:Array(Float64)}, ${start}), 0)`;
  return isComplement(value, sql, { [`${name}_least`]: least, [`${name}_most`]: most });
}

/** Negates `sql` for `neq` and `nin`; it must never be null. */
const isComplement = (
  { op }: ConditionValue,
  sql: string,
  params: SqlCondition['params'],
): SqlCondition => ({ sql: complementOf(op) ? `NOT ${sql}` : sql, params });

function label(tagId: string, value: ConditionValue, { name, isMerged }: Place): SqlCondition {
  const { sql, params } = plainly('value', 'String', { value, name });
  const isTag = `tag = {${name}_tag:String}`;
  // Projects may say different things: the latest counts, as in what a merged profile shows.
  const found = isMerged
    ? `s.wallet IN (SELECT wallet FROM (
        SELECT l.wallet AS wallet, l.tag_id AS tag, l.value AS value FROM wallet_labels AS l FINAL
        WHERE l.project_id IN {projects:Array(String)} AND l.is_deleted = 0 AND ${isTag}
        ORDER BY l.version DESC, l.project_id LIMIT 1 BY wallet, l.chain_id) WHERE ${sql})`
    : `arrayExists((tag, value) -> ${isTag} AND ${sql}, s.label_tags, s.label_values)`;
  return isComplement(value, found, { ...params, [`${name}_tag`]: tagId });
}

/** A wallet's holdings are the same in every project. A merged row may lack them, so the projects' rows are asked. */
const ofAnyProject = ({ sql, params }: SqlCondition, { isMerged }: Place): SqlCondition => ({
  sql: isMerged
    ? `s.wallet IN (SELECT s.wallet FROM profiles AS s FINAL
      WHERE s.project_id IN {projects:Array(String)} AND ${sql})`
    : sql,
  params,
});

/** True when the comparison holds on some chain on which the wallet holds anything (API document, field paths). */
function anyChain(value: ConditionValue, name: string): SqlCondition {
  const { sql, params } = compareNumber('worth', { value, name });
  return { sql: `arrayExists(worth -> ${sql}, s.chain_worths)`, params };
}

/** For each kind of holding: the prefix of its columns, the column that is summed up, and the column of chains. */
const HOLDINGS = {
  chains: { prefix: 'chain', amount: 'worths', chain: 'ids' },
  apps: { prefix: 'app', amount: 'worths', chain: 'chains' },
  tokens: { prefix: 'token', amount: 'units', chain: 'chains' },
} as const;

/** A wallet has a balance of 0 of everything that it does not hold. */
function balance(
  { of, chainId, id, dottedId }: Extract<ConditionTarget, { kind: 'balance' }>,
  value: ConditionValue,
  { name, condition }: Place,
): SqlCondition {
  const { scope, appId } = condition;
  const { prefix, amount, chain } = HOLDINGS[of];
  const named = [
    ...(id === undefined ? [] : [`ids = {${name}_id:String}`]),
    ...(chainId === undefined ? [] : [`${chain} = {${name}_chain:String}`]),
  ];
  // The path may mean either of the two ids: what belongs to any of them is summed up.
  const dotted = dottedId === undefined ? [] : [`ids = {${name}_dotted:String}`];
  const within = [
    ...(scope === 'protocol' ? ["apps != ''"] : []),
    ...(appId === undefined ? [] : [`apps = {${name}_app:String}`]),
  ];
  const compared = [...named, ...dotted, ...within].map((part) => part.split(' ', 1)[0]);
  const columns = [...new Set([amount, ...compared])];
  const either = [named.join(' AND '), ...dotted].join(' OR ');
  const sum = `arraySum((${columns.join(', ')}) -> ${amount} * (${[`(${either})`, ...within].join(' AND ')}),
      ${columns.map((column) => `s.${prefix}_${column}`).join(', ')})`;
  const { sql, params } = compareNumber(sum, { value, name });
  return {
    sql,
    params: {
      ...params,
      ...(id === undefined ? {} : { [`${name}_id`]: id }),
      ...(chainId === undefined ? {} : { [`${name}_chain`]: chainId }),
      ...(dottedId === undefined ? {} : { [`${name}_dotted`]: dottedId }),
      ...(appId === undefined ? {} : { [`${name}_app`]: appId }),
    },
  };
}
