// The answers of the analytics endpoints, computed in plain code from rows. The SQL must give the same.
import type { EventRow } from '../../../src/server/events/event-row.js';

const DAY_MS = 86_400_000;

/** The timestamp of a row in milliseconds since 1970. */
export const timeOf = (row: EventRow): number => Date.parse(`${row.timestamp.replace(' ', 'T')}Z`);
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const dayOf = (row: EventRow): string => row.timestamp.slice(0, 10);

export interface NaiveScope {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  /** A further condition on events, besides project and days. */
  readonly fits?: (row: EventRow) => boolean;
}

const isIn = (row: EventRow, { project, from, to }: NaiveScope): boolean =>
  row.project_id === project && row.is_bot === 0 && dayOf(row) >= from && dayOf(row) <= to;

export const eventsOf = (rows: readonly EventRow[], scope: NaiveScope): EventRow[] =>
  rows.filter((row) => isIn(row, scope) && (scope.fits?.(row) ?? true));

export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

const distinct = (values: readonly string[]): number => new Set(values).size;

/** Maps sources to hits, sessions and visitors; a session that began the day before keeps its source. */
export function naiveTopSources(
  rows: readonly EventRow[],
  scope: NaiveScope,
  {
    sourceOf,
    countsEverything = false,
  }: { sourceOf: (row: EventRow) => string; countsEverything?: boolean },
): Record<string, readonly [number, number, number]> {
  const dayBefore = new Date(Date.parse(scope.from) - DAY_MS).toISOString().slice(0, 10);
  const seen = rows.filter((row) => isIn(row, { ...scope, from: dayBefore }));
  const visits = groupBy(seen, (row) =>
    row.session_id === '' ? `${row.anonymous_id} ${dayOf(row)}` : `session ${row.session_id}`,
  );
  const bySource = new Map<
    string,
    { hits: number; sessions: Set<string>; visitors: Set<string> }
  >();
  for (const [visit, events] of visits) {
    const counted = eventsOf(events, scope);
    const [first] = [...events].sort((a, b) => timeOf(a) - timeOf(b));
    if (counted.length === 0 || first === undefined) continue;
    const source = sourceOf(first);
    const group = bySource.get(source) ?? { hits: 0, sessions: new Set(), visitors: new Set() };
    bySource.set(source, group);
    group.hits += counted.filter(({ type }) => countsEverything || type === 'page').length;
    if (first.session_id !== '') group.sessions.add(visit);
    for (const { anonymous_id } of counted) group.visitors.add(anonymous_id);
  }
  return Object.fromEntries(
    [...bySource].map(([source, { hits, sessions, visitors }]) => [
      source,
      [hits, sessions.size, visitors.size],
    ]),
  );
}

/** Maps `date key` to the number of events. */
export function naiveTimeseries(
  rows: readonly EventRow[],
  scope: NaiveScope,
  keyOf: (row: EventRow) => string,
): Record<string, number> {
  const groups = groupBy(eventsOf(rows, scope), (row) => `${dayOf(row)} ${keyOf(row)}`);
  return Object.fromEntries([...groups].map(([key, events]) => [key, events.length]));
}

export interface NaiveFunnel {
  readonly steps: readonly ((row: EventRow) => boolean)[];
  readonly windowMs: number;
}

/** The number of steps that a visitor who enters at step `entry` (from 0) does in order within the window. */
const reach = (
  events: readonly EventRow[],
  { steps, windowMs }: NaiveFunnel,
  entry: number,
): number => {
  let best = 0;
  events.forEach((first, start) => {
    if (!steps[entry]?.(first)) return;
    let done = 1;
    for (const event of events.slice(start + 1)) {
      if (timeOf(event) - timeOf(first) > windowMs) break;
      if (steps[entry + done]?.(event)) done += 1;
    }
    best = Math.max(best, done);
  });
  return best;
};

/** The visitors at each step, and how many of them also did the step before. */
export function naiveFunnel(
  rows: readonly EventRow[],
  scope: NaiveScope,
  funnel: NaiveFunnel & { readonly isOpen: boolean },
): { users: number[]; converted: number[] } {
  const visitors = [...groupBy(eventsOf(rows, scope), (row) => row.anonymous_id).values()].map(
    (events) => {
      const sorted = [...events].sort((a, b) => timeOf(a) - timeOf(b));
      return funnel.steps.map((_, entry) => reach(sorted, funnel, entry));
    },
  );
  const came = (step: number, lastEntry: number): number =>
    visitors.filter((from) =>
      from.some((length, entry) => entry <= lastEntry && entry + length > step && length > 0),
    ).length;
  const first = (step: number) => (funnel.isOpen ? step : 0);
  return {
    users: funnel.steps.map((_, step) => came(step, first(step))),
    converted: funnel.steps.map((_, step) => came(step, first(Math.max(step - 1, 0)))),
  };
}

/** Maps `cohort+period` to the number of visitors, by day. */
export function naiveRetention(
  rows: readonly EventRow[],
  scope: NaiveScope,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const events of groupBy(eventsOf(rows, scope), (row) => row.anonymous_id).values()) {
    const days = [...new Set(events.map(dayOf))].sort();
    const [cohort = ''] = days;
    for (const day of days) {
      const key = `${cohort}+${(Date.parse(day) - Date.parse(cohort)) / DAY_MS}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}

/** Maps dates to the numbers of new, returning, resurrected and dormant visitors, by day. */
export function naiveLifecycle(
  rows: readonly EventRow[],
  scope: NaiveScope,
): Record<string, readonly number[]> {
  const history = eventsOf(rows, { ...scope, from: '0000-01-01' });
  const visitors = [...groupBy(history, (row) => row.anonymous_id).values()].map(
    (events) => new Set(events.map(dayOf)),
  );
  const answer: Record<string, readonly number[]> = {};
  for (let time = Date.parse(scope.from); time <= Date.parse(scope.to); time += DAY_MS) {
    const at = (shift: number) => new Date(time + shift).toISOString().slice(0, 10);
    const [day, before] = [at(0), at(-DAY_MS)];
    const here = visitors.filter((days) => days.has(day));
    const isNew = (days: ReadonlySet<string>) => [...days].every((one) => one >= day);
    answer[day] = [
      here.filter(isNew).length,
      here.filter((days) => days.has(before)).length,
      here.filter((days) => !days.has(before) && !isNew(days)).length,
      visitors.filter((days) => days.has(before) && !days.has(day)).length,
    ];
  }
  return answer;
}

/**
 * With a condition on events, a session counts if one of its events matches. Whether it bounced depends on all its
 * events, also those past midnight.
 */
export const naiveKpis = (rows: readonly EventRow[], scope: NaiveScope) => {
  const events = eventsOf(rows, scope);
  const matched = new Set(events.map((row) => row.session_id));
  const around = {
    from: dayAt(Date.parse(scope.from) - DAY_MS),
    to: dayAt(Date.parse(scope.to) + DAY_MS),
  };
  const isMatched = ({ session_id }: EventRow) => matched.has(session_id);
  const all = eventsOf(rows, { ...scope, ...around, fits: isMatched });
  const inSession = all.filter((row) => row.session_id !== '');
  const sessions = [...groupBy(inSession, (row) => row.session_id).values()];
  const pages = (of: readonly EventRow[]) => of.filter(({ type }) => type === 'page').length;
  const times = sessions.map((session) => session.map(timeOf));
  return {
    visitors: distinct(events.map((row) => row.anonymous_id)),
    sessions: sessions.length,
    wallets: distinct(events.map((row) => row.address).filter((address) => address !== '')),
    hits: scope.fits === undefined ? pages(events) : events.length,
    events: events.length,
    bounces: sessions.filter((session) => pages(session) <= 1).length,
    seconds: times.reduce((sum, of) => sum + (Math.max(...of) - Math.min(...of)) / 1_000, 0),
  };
};

interface NaiveFlow {
  readonly isStart?: (row: EventRow) => boolean;
  /** The largest number of nodes in a path. */
  readonly most: number;
  /** The number of nodes with a name at each step. */
  readonly nodes: number;
}

const nodeOf = ({ type, event, page_path }: EventRow): string =>
  (type === 'page' && page_path) || event || type;

/** Maps `step source > target` to the number of sessions; rare nodes of a step are Others. */
export function naiveFlow(
  rows: readonly EventRow[],
  scope: NaiveScope,
  { isStart = () => true, most, nodes }: NaiveFlow,
): Record<string, number> {
  const inSession = eventsOf(rows, scope).filter((row) => row.session_id !== '');
  const ways = [...groupBy(inSession, (row) => row.session_id).values()].map((events) => {
    const sorted = [...events].sort((a, b) => timeOf(a) - timeOf(b));
    const start = sorted.findIndex(isStart);
    const way = start < 0 ? [] : sorted.slice(start).map(nodeOf);
    return way.filter((node, place) => node !== way[place - 1]).slice(0, most);
  });
  const kept = Array.from({ length: most }, (_, place) => {
    const there = groupBy(ways.map((way) => way[place] ?? '').filter(Boolean), (node) => node);
    return [...there]
      .sort(([a, { length: ofA }], [b, { length: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
      .slice(0, nodes)
      .map(([node]) => node);
  });
  const shown = (way: readonly string[], place: number): string => {
    const node = way[place];
    return node === undefined ? '' : kept[place]?.includes(node) ? node : 'Others';
  };
  const arrows = ways.flatMap((way) =>
    way
      .slice(0, most - 1)
      .map((_, place) => `${place + 1} ${shown(way, place)} > ${shown(way, place + 1)}`),
  );
  return Object.fromEntries(
    [...groupBy(arrows, (arrow) => arrow)].map(([arrow, { length }]) => [arrow, length]),
  );
}
