// SQL of funnels.
import type { Dimension } from '../../../protocol/analytics/dimensions.js';
import type { FunnelType } from '../../../protocol/analytics/funnel.js';
import { EVENTS, ofScope, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { emptyName, namedAs } from './empty-name.js';
import { FEW_STEPS, placeOf, reach } from './reach.js';
import { areApart, fits, type Step } from './steps.js';

export interface FunnelQuestion {
  readonly steps: readonly Step[];
  readonly type: FunnelType;
  /** Most time from the first step to the last. */
  readonly windowMs: number;
  readonly groupBy: Dimension | undefined;
}

const GROUPS = 10;
/** `event_order` has so many values per millisecond. */
const ORDERS_PER_MS = 2 ** 22;

/**
 * One event cannot complete two steps in a row: if it fits several steps, it is ordered as if the later step
 * came first. Events of the same millisecond are in the order that their ids tell (migration 0015).
 */
export const funnel = (scope: Scope, question: FunnelQuestion): Statement =>
  statement((bind) => {
    const { steps, groupBy } = question;
    const count = steps.length;
    const label =
      groupBy === undefined ? '' : `if(g.place > ${GROUPS}, 'Others', g.value) AS ${groupBy},`;
    return `SELECT ${groupBy === undefined ? '' : `r.${groupBy} AS ${groupBy}, `}toUInt8(n) AS step,
  ${bind(
    steps.map(({ name }) => name),
    'Array(String)',
  )}[n] AS event,
  r.reached[n] AS users,
  r.came[n] AS converted,
  r.came[n] / greatest(if(n = 1, r.reached[1], r.reached[n - 1]), 1) AS conversion_rate,
  r.through[n] / greatest(r.reached[1], 1) AS overall_rate
FROM (
  SELECT ${label}
    [${columns(question, 'reached')}] AS reached,
    [${columns(question, 'came')}] AS came,
    [${columns(question, 'through')}] AS through
  FROM ${grouped(scope, question, bind)} AS g${groupBy === undefined ? '' : `\n  GROUP BY ${groupBy}`}
) AS r
ARRAY JOIN range(1, ${count + 1}) AS n
ORDER BY ${groupBy === undefined ? '' : `r.reached[1] DESC, ${groupBy}, `}step`;
  });

/**
 * Counts of visitors, one for each step; `g.from_k` is how many steps a visitor took who entered at step k.
 */
function columns({ steps, type }: FunnelQuestion, what: 'reached' | 'came' | 'through'): string {
  return steps
    .map((_, index) => {
      const step = index + 1;
      if (type === 'closed' || what === 'through') return `countIf(g.from_1 >= ${step})`;
      const lastEntry = what === 'came' && step > 1 ? step - 1 : step;
      const ways = Array.from(
        { length: lastEntry },
        (__, entry) => `g.from_${entry + 1} >= ${step - entry}`,
      );
      return `countIf(${ways.join(' OR ')})`;
    })
    .join(', ');
}

/** The visitors, each with the rank of its group by size. */
function grouped(scope: Scope, question: FunnelQuestion, bind: Bind): string {
  if (question.groupBy === undefined) return `(${visitors(scope, question, bind)})`;
  return `(SELECT s.*, dense_rank() OVER (ORDER BY s.size DESC, s.value) AS place
  FROM (SELECT p.*, count() OVER (PARTITION BY p.value) AS size
    FROM (${visitors(scope, question, bind)}) AS p) AS s)`;
}

function visitors(scope: Scope, question: FunnelQuestion, bind: Bind): string {
  const { steps, type, groupBy, windowMs } = question;
  const last = steps.length;
  const window = bind(windowMs * ORDERS_PER_MS + ORDERS_PER_MS - 1, 'UInt64');
  const entries = type === 'open' ? steps.map((_, index) => index + 1) : [1];
  // In a closed funnel, the group is that of the first step: a value on an event before or without it is ignored.
  const isEntry = type === 'closed' ? 'f.step = 1' : '1';
  const value = groupBy === undefined ? '' : `, argMinIf(f.value, f.place, ${isEntry}) AS value`;
  const events = `FROM (${fittingEvents(scope, question, bind)}) AS f
    GROUP BY f.visitor${groupBy === undefined ? '' : `\n    HAVING countIf(${isEntry}) > 0`}`;
  if (last <= FEW_STEPS) {
    const reaches = entries.map((entry) => `${reach({ entry, last, window })} AS from_${entry}`);
    return `SELECT ${reaches.join(', ')}${value && ', v.value AS value'}
    FROM (SELECT arraySort(groupArray(f.place)) AS places${value}
    ${events}) AS v`;
  }
  const from = (first: number) => {
    const conditions = steps.slice(first - 1).map((_, index) => `f.step = ${first + index}`);
    return `windowFunnel(${window})(f.place, ${conditions.join(', ')}) AS from_${first}`;
  };
  return `SELECT ${entries.map(from).join(', ')}${value}
    ${events}`;
}

function fittingEvents(
  scope: Scope,
  { steps, groupBy }: Pick<FunnelQuestion, 'steps' | 'groupBy'>,
  bind: Bind,
): string {
  const column = groupBy === 'builder_codes' ? 'builder_codes[1]' : groupBy;
  const value =
    groupBy === undefined
      ? ''
      : `, ${namedAs(`CAST(e.${column}, 'String')`, emptyName(groupBy))} AS value`;
  return `SELECT e.visitor_hash AS visitor,
      toUInt8(${stepOf(steps, bind)}) AS step,
      ${placeOf('e.event_order', 'step')} AS place${value}
    FROM ${EVENTS}
    WHERE ${ofScope(scope, bind)} AND (${steps.map((step) => fits(step, bind)).join(' OR ')})`;
}

/**
 * SQL of the step that the event `e` fits. If it may fit several, it becomes a row for each, which is slower.
 */
function stepOf(steps: readonly Step[], bind: Bind): string {
  if (areApart(steps)) {
    const cases = steps.map((step, index) => `${fits(step, bind)}, ${index + 1}`);
    return `multiIf(${cases.join(', ')}, 0)`;
  }
  const marks = steps.map((step, index) => `if(${fits(step, bind)}, ${index + 1}, 0)`);
  return `arrayJoin(arrayFilter(mark -> mark > 0, [${marks.join(', ')}]))`;
}
