// The filters of user alerts, translated into SQL conditions on profiles.
import type { AlertFilter } from '../../protocol/alerts/alert.js';
import type { FilterOperator } from '../../protocol/analytics/filters.js';
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
  SOCIAL_FIELDS,
} from '../../protocol/profiles/profile-fields.js';
import type { ProfileCondition } from '../../protocol/profiles/search.js';
import { allOf, type ColumnOf, conditionSql } from '../analytics/condition-sql.js';
import type { Condition } from '../analytics/conditions.js';
import type { Bind } from '../analytics/statement.js';
import { DomainError } from '../errors/domain-error.js';
import { walletOf } from '../profiles/address.js';
import { type ConditionTarget, targetOf } from '../profiles/condition-target.js';
import { conditionsToSql, type SqlCondition } from '../profiles/conditions.js';
import { LIFECYCLE_SQL } from '../profiles/lifecycle.js';
import { walletConditionSql } from './address-parts.js';
import { valuesOf } from './event-filters.js';
import { type FilterPart, filterFault, numberOf, thresholdOf } from './filter-fault.js';

/** The checked filters of a user alert, by the three kinds that are translated differently. */
export interface UserConditions {
  /** Conditions that a profile search supports as well. */
  readonly profile: readonly ProfileCondition[];
  /** Conditions that only alerts support: on parts of texts, and on whether a text is empty. */
  readonly texts: readonly Condition[];
  readonly segments: readonly SegmentCondition[];
}

export interface SegmentCondition {
  readonly isMember: boolean;
  /** The wallet is in any of these segments. */
  readonly ids: readonly string[];
}

const TEXT_COLUMNS = new Map<string, string>([
  ...[
    ...DEVICE_FIELDS,
    ...ATTRIBUTION_FIELDS.flatMap((name) => [`first_${name}`, `last_${name}`]),
    ...IDENTITY_FIELDS,
  ].map((name): [string, string] => [name, `s.${name}`]),
  ...SOCIAL_FIELDS.map((name): [string, string] => [name, `lowerUTF8(s.${name})`]),
  ['lifecycle', LIFECYCLE_SQL],
  ['address', 's.wallet'],
]);

const TEXT_ONLY: readonly FilterOperator[] = [
  'startsWith',
  'endsWith',
  'contains',
  'notEmpty',
  'isEmpty',
];
const MEMBERSHIP: readonly FilterOperator[] = ['eq', 'neq', 'in', 'nin'];
const NUMERIC: readonly ConditionTarget['kind'][] = ['number', 'any_chain', 'balance'];

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming the first invalid part of a filter */
export function userConditions(filters: readonly AlertFilter[]): UserConditions {
  const profile: ProfileCondition[] = [];
  const texts: Condition[] = [];
  const segments: SegmentCondition[] = [];
  for (const [index, filter] of filters.entries()) {
    const read = readFilter(filter, index);
    if ('isMember' in read) segments.push(read);
    else if ('kind' in read) texts.push(read);
    else profile.push(read);
  }
  return { profile, texts, segments };
}

/** The conditions on profile rows `s`, as SQL. Segments are added by the caller. */
export const userFilterSql = (conditions: UserConditions, bind: Bind): SqlCondition => {
  const { sql, params } = conditionsToSql(conditions.profile, { logic: 'and', isMerged: false });
  const columnOf = (field: string) => TEXT_COLUMNS.get(field) ?? "''";
  const texts = allOf(conditions.texts, bind, columnOf, textSql);
  return { sql: `(${sql}) AND ${texts}`, params };
};

const LABEL = /^labels\./;

/**
 * A label may have a value on each chain: one that matches is enough. A label with an empty value counts as
 * present, as labels of a list have one.
 */
function textSql(condition: Condition, bind: Bind, columnOf: ColumnOf): string {
  const { field, op } = condition;
  if (!LABEL.test(field)) return walletConditionSql(condition, bind, columnOf);
  const tag = bind(field.replace(LABEL, ''), 'String');
  const has = `has(s.label_tags, ${tag})`;
  if (op === 'notEmpty') return has;
  if (op === 'isEmpty') return `NOT ${has}`;
  const matches = conditionSql(condition, bind, () => 'value');
  return `arrayExists((value, tag) -> tag = ${tag} AND ${matches}, s.label_values, s.label_tags)`;
}

/** The full path of a field: `device` is `users.device`, and `balance` is the balance on any chain. */
const pathOf = (name: string): string => {
  if (name === 'balance') return 'chains.balance';
  return /^(users|chains|apps|tokens|labels)\./.test(name) ? name : `users.${name}`;
};

function readFilter(
  filter: AlertFilter,
  index: number,
): ProfileCondition | Condition | SegmentCondition {
  const { name, operator, value, numericThreshold } = filter;
  if (name === 'segment') return segmentCondition(filter, index);
  const path = pathOf(name);
  const plain = path.replace(/^users\./, '');
  const target = targetOf(path);
  const isText = TEXT_COLUMNS.has(plain);
  if (target === undefined && !isText) {
    throw filterFault(
      index,
      'name',
      `must be a field of wallet profiles; it is "${name.slice(0, 100)}"`,
    );
  }
  const isNumeric = target !== undefined && NUMERIC.includes(target.kind);
  if (numericThreshold !== undefined && !isNumeric) {
    throw filterFault(
      index,
      'numericThreshold',
      `is only supported for numeric fields; ${name} is not one`,
    );
  }
  if (target?.kind === 'label' && TEXT_ONLY.includes(operator)) {
    return textCondition({ ...filter, name: `labels.${target.tagId}` });
  }
  if (target === undefined || TEXT_ONLY.includes(operator)) {
    if (isText && (TEXT_ONLY.includes(operator) || MEMBERSHIP.includes(operator))) {
      return textCondition({ ...filter, name: plain });
    }
    throw filterFault(index, 'operator', `${operator} is not supported for ${name}`);
  }
  const values =
    numericThreshold === undefined
      ? valuesOf(operator, value).map((one) => (isNumeric ? numberOf(one, index) : one))
      : [thresholdOf(numericThreshold, index)];
  return checked({ field: path, op: operator as ProfileCondition['op'], values }, index, target);
}

/** Social accounts are compared in any letter case, as in profile searches. */
function textCondition({ name, operator, value }: AlertFilter): Condition {
  const shown = (one: string): string => {
    if (name === 'address') return walletOf(one) ?? one;
    return (SOCIAL_FIELDS as readonly string[]).includes(name) ? one.toLowerCase() : one;
  };
  const values = valuesOf(operator, value).map(shown);
  return { field: name, kind: 'text', op: operator, values, nested: [] };
}

interface GivenCondition {
  readonly field: string;
  readonly op: ProfileCondition['op'];
  readonly values: readonly (string | number)[];
}

function checked(
  { field, op, values }: GivenCondition,
  index: number,
  target: ConditionTarget,
): ProfileCondition {
  const [first = ''] = values;
  const isPresence = target.kind === 'social' && (first === 'true' || first === 'false');
  const one = isPresence && (op === 'eq' || op === 'neq') ? first === 'true' : first;
  const condition = { field, op, value: op === 'in' || op === 'nin' ? [...values] : one };
  try {
    conditionsToSql([condition], { logic: 'and', isMerged: false });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const at = error.fields.param ?? '';
    const part: FilterPart = at.endsWith('.op')
      ? 'operator'
      : at.endsWith('.field')
        ? 'name'
        : 'value';
    throw filterFault(index, part, error.fields.details?.[at] ?? error.message);
  }
  return condition;
}

function segmentCondition({ operator, value, numericThreshold }: AlertFilter, index: number) {
  if (!MEMBERSHIP.includes(operator)) {
    throw filterFault(index, 'operator', `must be one of ${MEMBERSHIP.join(', ')} for a segment`);
  }
  if (numericThreshold !== undefined) {
    throw filterFault(
      index,
      'numericThreshold',
      'is only supported for numeric fields; segment is not one',
    );
  }
  return {
    isMember: operator === 'eq' || operator === 'in',
    ids: valuesOf(operator, value),
  };
}
