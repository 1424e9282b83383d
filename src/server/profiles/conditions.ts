// From the conditions of a search to SQL and the values bound to it.
import type { ProfileCondition } from '../../protocol/profiles/search.js';
import type { SqlValue } from '../database/ports.js';
import { DomainError } from '../domain-error.js';
import { type ConditionTarget, targetOf } from './condition-target.js';
import { type ConditionValue, readConditionValue } from './condition-value.js';
import { LIFECYCLE_SQL } from './lifecycle.js';

/** SQL over a row of `profiles`, true or false and never null; needs `projects` bound as well. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export interface ConditionOptions {
  readonly logic: 'and' | 'or';
  /** Whether several projects are asked, which may say different things of one wallet. */
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
    const param = `body.conditions.${index}.${part}`;
    throw new DomainError('BAD_REQUEST', `${param} ${message}.`, {
      param,
      details: { [param]: message },
    });
  };
  const target = targetOf(condition.field);
  if (target === undefined) return refuse('field', `is not known: "${condition.field}"`);
  const isToken = target.kind === 'balance' && target.of === 'tokens';
  if (condition.scope !== undefined && !isToken) refuse('scope', 'is for fields of tokens only');
  if (condition.appId !== undefined && condition.scope !== 'protocol') {
    refuse('appId', 'needs scope "protocol"');
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
      return compare(target.column, 'Float64', { value, name });
    case 'text':
      return compare(target.column, 'String', { value, name });
    case 'instant':
      return compare(target.column, "DateTime64(3, 'UTC')", { value, name });
    case 'lifecycle':
      return compare(LIFECYCLE_SQL, 'String', { value, name });
    case 'social':
      return value.presence === undefined
        ? compare(`lowerUTF8(${target.column})`, 'String', { value, name })
        : { sql: `${target.column} ${value.presence ? '!=' : '='} ''`, params: {} };
    case 'label':
      return label(target.tagId, value, place);
    case 'any_chain':
      return anyChain(value, name);
    case 'balance':
      return balance(target, value, place);
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

/** The wallets that a subquery finds, or the others. */
const among = (isMember: boolean, select: string): string =>
  `s.wallet ${isMember ? 'IN' : 'NOT IN'} (${select})`;

function label(tagId: string, value: ConditionValue, { name, isMerged }: Place): SqlCondition {
  const { sql, params } = plainly('l.value', 'String', { value, name });
  const live = `wallet_labels FINAL WHERE project_id IN {projects:Array(String)}
      AND tag_id = {${name}_tag:String} AND is_deleted = 0`;
  // The value that a merged profile shows; one project needs no sorting.
  const found = isMerged
    ? `SELECT l.wallet FROM (SELECT wallet, chain_id, value FROM ${live}
        ORDER BY version DESC, project_id LIMIT 1 BY wallet, chain_id) AS l WHERE ${sql}`
    : `SELECT l.wallet FROM (SELECT wallet, value FROM ${live}) AS l WHERE ${sql}`;
  return {
    sql: among(complementOf(value.op) === undefined, found),
    params: { ...params, [`${name}_tag`]: tagId },
  };
}

const ENRICHED = 'SELECT c.wallet FROM wallet_enrichment AS c FINAL WHERE';

function anyChain(value: ConditionValue, name: string): SqlCondition {
  const { sql, params } = plainly('worth', 'Float64', { value, name });
  const found = `${ENRICHED} arrayExists(worth -> ${sql}, c.chains.net_worth_usd)`;
  return { sql: among(complementOf(value.op) === undefined, found), params };
}

const AMOUNTS = {
  chains: "arrayMap(worth -> (worth, ''), c.chains.net_worth_usd)",
  apps: 'arrayMap((worth, id) -> (worth, id), c.apps.balance_usd, c.apps.id)',
  tokens:
    'arrayMap((units, id) -> (toFloat64OrZero(units), id), c.tokens.balance, c.tokens.token_address)',
} as const;

/** What a wallet does not hold, it holds 0 of. */
function balance(
  { of, chainId, id }: Extract<ConditionTarget, { kind: 'balance' }>,
  value: ConditionValue,
  { name, condition }: Place,
): SqlCondition {
  const { scope, appId } = condition;
  const wanted = [
    ...(id === undefined ? [] : [`entry.2 = {${name}_id:String}`]),
    ...(chainId === undefined ? [] : [`chain = {${name}_chain:String}`]),
    ...(scope === 'protocol' ? ["app != ''"] : []),
    ...(appId === undefined ? [] : [`app = {${name}_app:String}`]),
  ];
  const app = of === 'tokens' ? 'c.tokens.app_id' : `c.${of}.chain_id`;
  const sum = `arraySum(arrayMap(
      (entry, chain, app) -> if(${wanted.join(' AND ')}, entry.1, 0.),
      ${AMOUNTS[of]}, c.${of}.chain_id, ${app}))`;
  const { sql, params } = compare(sum, 'Float64', { value, name });
  const isTrueOfNothing = holdsForZero(value);
  return {
    // The table has a row only of wallets that were looked up.
    sql: among(!isTrueOfNothing, `${ENRICHED} ${isTrueOfNothing ? `NOT (${sql})` : sql}`),
    params: {
      ...params,
      ...(id === undefined ? {} : { [`${name}_id`]: id }),
      ...(chainId === undefined ? {} : { [`${name}_chain`]: chainId }),
      ...(appId === undefined ? {} : { [`${name}_app`]: appId }),
    },
  };
}

function holdsForZero({ op, values }: ConditionValue): boolean {
  const [first = 0] = values;
  switch (op) {
    case 'eq':
      return first === 0;
    case 'neq':
      return first !== 0;
    case 'gt':
      return 0 > Number(first);
    case 'gte':
      return 0 >= Number(first);
    case 'lt':
      return 0 < Number(first);
    case 'lte':
      return 0 <= Number(first);
    case 'in':
      return values.includes(0);
    case 'nin':
      return !values.includes(0);
  }
}
