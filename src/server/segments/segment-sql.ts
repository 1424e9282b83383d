// A segment as a condition on profiles: what is known of a wallet, and what it did how often.
import type { Behavior, Segment } from '../../protocol/segments/segment.js';
import { addDays } from '../analytics/date-range.js';
import { fits, readStep } from '../analytics/questions/steps.js';
import { EVENTS, since } from '../analytics/scope.js';
import type { Bind } from '../analytics/statement.js';
import { walletOf } from '../database/analytics/wallet-profile-select.js';
import type { SqlValue } from '../database/ports.js';
import { conditionsToSql, type SqlCondition } from '../profiles/conditions.js';

const SIGNS = { gte: '>=', gt: '>', lte: '<=', lt: '<', eq: '=', neq: '!=' } as const;

const HOLDS_FOR_NONE: Readonly<Record<keyof typeof SIGNS, (count: number) => boolean>> = {
  gte: (count) => 0 >= count,
  gt: (count) => 0 > count,
  lte: (count) => 0 <= count,
  lt: (count) => 0 < count,
  eq: (count) => count === 0,
  neq: (count) => count !== 0,
};

/**
 * @param today `YYYY-MM-DD`, UTC
 * @returns SQL over a row `s` of `profiles` of one project; `projects` must be bound as well
 * @throws {DomainError} BAD_REQUEST or INVALID_VALIDATION_REQUEST naming the part that means nothing
 */
export function segmentToSql(
  { logic, conditions, behaviors }: Pick<Segment, 'logic' | 'conditions' | 'behaviors'>,
  today: string,
): SqlCondition {
  const known = conditionsToSql(conditions, { logic, isMerged: false, prefix: 'g' });
  const params: Record<string, SqlValue> = { ...known.params };
  let count = 0;
  const bind: Bind = (value, type) => {
    const name = `b${count++}`;
    params[name] = value;
    return `{${name}:${type}}`;
  };
  const parts = [
    ...(conditions.length === 0 ? [] : [known.sql]),
    ...behaviors.map((behavior, index) => didSql(behavior, { index, today, bind })),
  ];
  return { sql: parts.map((sql) => `(${sql})`).join(logic === 'and' ? ' AND ' : ' OR '), params };
}

interface Place {
  readonly index: number;
  readonly today: string;
  readonly bind: Bind;
}

function didSql(behavior: Behavior, { index, today, bind }: Place): string {
  const { op = 'gte', count = 1, days } = behavior;
  const step = readStep(behavior, { param: 'body.behaviors', path: `${index}.` });
  const when = days === undefined ? '1' : since(addDays(today, 1 - days), bind);
  const compared = `count() ${SIGNS[op]} ${bind(count, 'UInt32')}`;
  // A wallet that never did it has no row here. Where such a wallet meets the condition, those that do not
  // meet it are excluded instead.
  const isTrueOfNone = HOLDS_FOR_NONE[op](count);
  return `s.wallet ${isTrueOfNone ? 'NOT IN' : 'IN'} (
    SELECT ${walletOf('e.address')} AS doer FROM ${EVENTS}
    WHERE e.project_id IN {projects:Array(String)} AND e.is_bot = 0 AND e.address != ''
      AND ${when} AND ${fits(step, bind)}
    GROUP BY doer HAVING ${isTrueOfNone ? `NOT (${compared})` : compared})`;
}
