// SQL of flows: which ways sessions take.
import { EVENTS, ofScope, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { fits, type Step } from './steps.js';

export interface FlowQuestion {
  /** Where ways begin. Absent: with the session. */
  readonly start: Step | undefined;
  /** Nodes of a way. */
  readonly maxSteps: number;
  readonly nodesPerStep: number;
}

/** A page is where it is seen, anything else what it is. */
const NODE = `CAST(multiIf(e.type = 'page' AND e.page_path != '', e.page_path, e.event != '', e.event, e.type), 'String')`;

export const flow = (scope: Scope, question: FlowQuestion): Statement =>
  statement((bind) => {
    const top = bind(question.nodesPerStep, 'UInt32');
    const kept = (node: string, place: string) =>
      `if(${place} > ${top} AND ${node} != '', 'Others', ${node})`;
    return `SELECT toUInt8(k.step) AS step,
  ${kept('k.node', 'k.place')} AS source,
  ${kept('k.next', 'k.next_place')} AS target,
  sum(k.ways) AS sessions
FROM (
  SELECT n.*, dense_rank() OVER (PARTITION BY n.step ORDER BY n.weight DESC, n.node) AS place,
    dense_rank() OVER (PARTITION BY n.step ORDER BY (n.next = ''), n.next_weight DESC, n.next) AS next_place
  FROM (
    SELECT p.step AS step, p.node AS node, p.next AS next, p.ways AS ways,
      sum(p.ways) OVER (PARTITION BY p.step, p.node) AS weight,
      sum(p.ways) OVER (PARTITION BY p.step, p.next) AS next_weight
    FROM (
      SELECT s.1 AS step, s.2 AS node, s.3 AS next, count() AS ways
      FROM (${ways(scope, question, bind)}) AS w
      ARRAY JOIN arrayMap((one, k) -> (k, one, w.way[k + 1]), w.way, arrayEnumerate(w.way)) AS s
      WHERE step < ${bind(question.maxSteps, 'UInt8')}
      GROUP BY step, node, next
    ) AS p
  ) AS n
) AS k
GROUP BY step, source, target
ORDER BY step, sessions DESC, source, target`;
  });

/** Rows `way`: the first nodes of each session from the start on; the same node twice in a row is one. */
function ways(scope: Scope, { start, maxSteps }: FlowQuestion, bind: Bind): string {
  const isStart = start === undefined ? '1' : fits(start, bind);
  return `SELECT arraySlice(arrayCompact(arrayMap(one -> one.2,
        arrayFilter(one -> one.1 >= start_at, arraySort(groupArray((e.event_order, ${NODE})))))), 1, ${bind(maxSteps, 'UInt8')}) AS way,
        minIf(e.event_order, ${isStart}) AS start_at
      FROM ${EVENTS}
      WHERE ${ofScope(scope, bind)} AND e.session_id != ''
      GROUP BY e.project_id, e.session_hash
      HAVING countIf(${isStart}) > 0`;
}
