// SQL of flows: the paths that sessions take from node to node.
import { EVENTS, HAS_SESSION, ofProjects, ofScope, type Scope, within } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { fits, type Step } from './steps.js';

export interface FlowQuestion {
  /** The event at which paths begin. Absent: the start of the session. */
  readonly start: Step | undefined;
  /** Most nodes of a path. */
  readonly maxSteps: number;
  readonly nodesPerStep: number;
}

export const flow = (scope: Scope, question: FlowQuestion): Statement =>
  statement((bind) => {
    const top = bind(question.nodesPerStep, 'UInt32');
    const kept = (node: string, place: string) =>
      `if(${place} > ${top} AND ${node} != 0, 'Others', names[${node}])`;
    return `WITH (${names(scope, bind)}) AS names
SELECT toUInt8(k.step) AS step,
  ${kept('k.node', 'k.place')} AS source,
  ${kept('k.next', 'k.next_place')} AS target,
  sum(k.ways) AS sessions
FROM (
  SELECT n.*, dense_rank() OVER (PARTITION BY n.step ORDER BY n.weight DESC, n.node) AS place,
    dense_rank() OVER (PARTITION BY n.step ORDER BY (n.next = 0), n.next_weight DESC, n.next) AS next_place
  FROM (
    SELECT p.step AS step, p.node AS node, p.next AS next, p.ways AS ways,
      sum(p.ways) OVER (PARTITION BY p.step, p.node) AS weight,
      sum(p.ways) OVER (PARTITION BY p.step, p.next) AS next_weight
    FROM (${steps(scope, question, bind)}) AS p
  ) AS n
) AS k
GROUP BY step, source, target
ORDER BY step, sessions DESC, source, target`;
  });

/**
 * The sorted names of the nodes. Queries use a node's index in this list (from 1), because numbers are
 * gathered and sorted several times as fast as texts. Names of filtered events are included, which is cheaper
 * to read.
 */
const names = (scope: Scope, bind: Bind): string =>
  `SELECT arraySort(groupArray(CAST(n.name, 'String')))
  FROM (SELECT DISTINCT e.way_node AS name
    FROM events AS e WHERE ${ofProjects(scope, bind)} AND ${within(scope.range, bind)}) AS n`;

/** Rows `step, node, next, ways`; `next` is 0 after the last node of a path. */
const steps = (scope: Scope, question: FlowQuestion, bind: Bind): string =>
  `SELECT k AS step, w.way[k] AS node, w.way[k + 1] AS next, count() AS ways
    FROM (${ways(scope, question, bind)}) AS w
    ARRAY JOIN range(1, ${bind(question.maxSteps, 'UInt8')}) AS k
    WHERE node != 0
    GROUP BY step, node, next`;

/**
 * Rows `way`: the first nodes of each session from its start on. Consecutive repeats of a node are merged.
 */
function ways(scope: Scope, { start, maxSteps }: FlowQuestion, bind: Bind): string {
  const node = "CAST(transform(e.way_node, names, arrayEnumerate(names), 0), 'UInt32')";
  const sorted = `arraySort((node, place) -> place, groupArray(${node}), groupArray(e.event_order) AS places)`;
  const isStart = start && fits(start, bind);
  const fromStart =
    isStart === undefined
      ? sorted
      : `arraySlice(${sorted}, arrayCount(place -> place < minIf(e.event_order, ${isStart}), places) + 1)`;
  const key = scope.projectIds.length === 1 ? '' : 'e.project_id, ';
  return `SELECT arraySlice(arrayCompact(${fromStart}), 1, ${bind(maxSteps, 'UInt8')}) AS way
      FROM ${EVENTS}
      WHERE ${ofScope(scope, bind)} AND ${HAS_SESSION}
      GROUP BY ${key}e.session_hash${isStart === undefined ? '' : `\n      HAVING countIf(${isStart}) > 0`}`;
}
