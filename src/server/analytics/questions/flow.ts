// SQL of flows: which ways sessions take.
import { EVENTS, HAS_SESSION, ofProjects, ofScope, type Scope, within } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { fits, type Step } from './steps.js';

export interface FlowQuestion {
  /** Where ways begin. Absent: with the session. */
  readonly start: Step | undefined;
  /** Nodes of a way. */
  readonly maxSteps: number;
  readonly nodesPerStep: number;
}

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
    FROM (${namedSteps(scope, question, bind)}) AS p
  ) AS n
) AS k
GROUP BY step, source, target
ORDER BY step, sessions DESC, source, target`;
  });

/** Rows `step, node, next, ways`; behind the last node of a way comes an empty text. */
const namedSteps = (scope: Scope, question: FlowQuestion, bind: Bind): string =>
  `SELECT h.step AS step, a.name AS node, b.name AS next, h.ways AS ways
    FROM (
      SELECT s.1 AS step, s.2 AS node, s.3 AS next, count() AS ways
      FROM (${ways(scope, question, bind)}) AS w
      ARRAY JOIN arrayMap((one, k) -> (k, one, w.way[k + 1]), w.way, arrayEnumerate(w.way)) AS s
      WHERE step < ${bind(question.maxSteps, 'UInt8')}
      GROUP BY step, node, next
    ) AS h
    INNER JOIN (${names(scope, bind)}) AS a ON a.hash = h.node
    LEFT JOIN (${names(scope, bind)}) AS b ON b.hash = h.next`;

/** What nodes are called: those of the scope's events, and more where that is cheaper to read. */
const names = (scope: Scope, bind: Bind): string =>
  `SELECT CAST(e.way_node, 'String') AS name, cityHash64(name) AS hash
      FROM events AS e WHERE ${ofProjects(scope, bind)} AND ${within(scope.range, bind)} GROUP BY e.way_node`;

/**
 * Rows `way`: the first nodes of each session from the start on; the same node twice in a row is one.
 * Nodes are hashes here: numbers are gathered and sorted several times as fast as texts.
 */
function ways(scope: Scope, { start, maxSteps }: FlowQuestion, bind: Bind): string {
  const sorted =
    'arraySort((node, place) -> place, groupArray(cityHash64(e.way_node)), groupArray(e.event_order) AS places)';
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
