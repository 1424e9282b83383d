// SQL of retention and lifecycle: in which periods visitors were there.
import type { Period } from '../../../protocol/analytics/retention.js';
import { allOf } from '../condition-sql.js';
import { daysOf, EVENTS, ofDays, ofProjects, ofScope, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { fits, type Step } from './steps.js';

export interface RetentionQuestion {
  readonly period: Period;
  /** What begins it. Absent: any event. */
  readonly entry: Step | undefined;
  /** What counts as coming back. Absent: any event. */
  readonly comeBack: Step | undefined;
}

/** The first day of a day's period. */
const bucketOf = (period: Period, day: string): string =>
  ({ day: day, week: `toMonday(${day})`, month: `toStartOfMonth(${day})` })[period];

export const retention = (scope: Scope, question: RetentionQuestion): Statement =>
  statement((bind) => {
    const { period } = question;
    const last = bucketOf(period, bind(scope.range.to, 'Date'));
    const since = (from: string, to: string) => `dateDiff('${period}', ${from}, ${to})`;
    // Periods in which nobody came back are rows, too.
    return `SELECT t.cohort AS cohort, toUInt32(n) AS period, t.size AS size,
  arraySum((at, users) -> if(at = n, users, 0), t.periods, t.counts) AS users,
  users / t.size AS rate
FROM (
  SELECT u.cohort AS cohort, sumIf(u.users, u.period = 0) AS size,
    groupArray(u.period) AS periods, groupArray(u.users) AS counts
  FROM (
    SELECT v.first AS cohort, ${since('v.first', 'b')} AS period, count() AS users
    FROM (${visitors(scope, question, bind)}) AS v
    ARRAY JOIN v.buckets AS b
    GROUP BY cohort, period
  ) AS u
  GROUP BY cohort
) AS t
ARRAY JOIN range(toUInt32(greatest(${since('t.cohort', last)} + 1, 0))) AS n
ORDER BY cohort, period`;
  });

/** Rows `first, buckets`: the period of the visitor's entry, and those from then on when they came. */
function visitors(scope: Scope, question: RetentionQuestion, bind: Bind): string {
  const { period, entry, comeBack } = question;
  if (entry === undefined && comeBack === undefined && scope.filters.length === 0) {
    return `SELECT arraySort(groupUniqArray(a.bucket)) AS buckets, buckets[1] AS first
      FROM (${activeBuckets(period, rollupDays(ofDays(scope, bind)))}) AS a GROUP BY a.visitor`;
  }
  const enters = entry === undefined ? '1' : fits(entry, bind);
  const returns = comeBack === undefined ? '1' : fits(comeBack, bind);
  const bucket = bucketOf(period, 'e.utc_day');
  return `SELECT minIf(${bucket}, ${enters}) AS first,
      arrayPushFront(arrayFilter(one -> one > first, groupUniqArrayIf(${bucket}, ${returns})), first) AS buckets
    FROM ${EVENTS}
    WHERE ${ofScope(scope, bind)} AND (${enters} OR ${returns})
    GROUP BY e.visitor_hash
    HAVING countIf(${enters}) > 0`;
}

/** Where it says on which days visitors were there, once or more often for each. */
interface Presence {
  /** What follows `FROM`, with its condition. */
  readonly from: string;
  readonly visitor: string;
  readonly day: string;
}

const rollupDays = (condition: string): Presence => ({
  from: `sessions_daily AS d ARRAY JOIN d.visitors AS visitor WHERE ${condition}`,
  visitor: 'visitor',
  day: 'd.date',
});

/** Of all days before one: with conditions, those on which something happened that fits them. */
function daysBefore(end: string, scope: Scope, bind: Bind): Presence {
  if (scope.filters.length === 0) {
    return rollupDays(`${ofProjects(scope, bind, 'd')} AND d.date < ${end}`);
  }
  return {
    from: `${EVENTS} WHERE ${ofProjects(scope, bind)} AND e.is_bot = 0
  AND e.utc_day < ${end} AND ${allOf(scope.filters, bind)}`,
    visitor: 'e.visitor_hash',
    day: 'e.utc_day',
  };
}

/** Rows `visitor, bucket`, which may repeat: the sets of visitors are cheaper than another grouping. */
const activeBuckets = (period: Period, { from, visitor, day }: Presence): string =>
  `SELECT ${visitor} AS visitor, ${bucketOf(period, day)} AS bucket FROM ${from}`;

/** Periods that fit into a number of 64 bits, besides the one before them and all earlier ones. */
const PERIODS_IN_BITS = 62;
const LEAST_DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 28 };

/** A range has one more than fit into it when it begins and ends within one. */
const fitsIntoBits = ({ range }: Scope, period: Period): boolean =>
  daysOf(range) / LEAST_DAYS[period] + 1 <= PERIODS_IN_BITS;

/**
 * Rows `seen, visitors`: the periods in which visitors were there, in order. Of many periods a visitor's
 * are gathered as a list; of few as the bits of a number, in half the time: those earlier than the
 * last one before the range are one bit then, which stands two periods before it.
 */
function lifetimes(scope: Scope, period: Period, bind: Bind): string {
  const first = bucketOf(period, bind(scope.range.from, 'Date'));
  const last = bucketOf(period, bind(scope.range.to, 'Date'));
  const seen = daysBefore(`(${last} + INTERVAL 1 ${period.toUpperCase()})`, scope, bind);
  if (!fitsIntoBits(scope, period)) {
    return `SELECT w.seen AS seen, count() AS visitors
    FROM (
      SELECT arrayCompact(arraySort(groupArray(a.bucket))) AS seen
      FROM (${activeBuckets(period, seen)}) AS a
      GROUP BY a.visitor
    ) AS w
    GROUP BY w.seen`;
  }
  return `SELECT arrayMap(k -> toDate(${first} + INTERVAL (k - 2) ${period.toUpperCase()}), bitPositionsToArray(w.bits)) AS seen,
      count() AS visitors
    FROM (
      SELECT groupBitOr(bitShiftLeft(toUInt64(1), greatest(dateDiff('${period}', ${first}, ${seen.day}) + 2, 0))) AS bits
      FROM ${seen.from}
      GROUP BY ${seen.visitor}
    ) AS w
    GROUP BY w.bits`;
}

export const lifecycle = (scope: Scope, period: Period): Statement =>
  statement((bind) => {
    const first = bucketOf(period, bind(scope.range.from, 'Date'));
    const last = bucketOf(period, bind(scope.range.to, 'Date'));
    const next = (day: string) => `(${day} + INTERVAL 1 ${period.toUpperCase()})`;
    // The first days there are begin within a week, and each that follows begins on a Monday.
    const nth = `toDate(${first} + INTERVAL k ${period.toUpperCase()})`;
    const buckets = `arrayMap(k -> ${bucketOf(period, nth)},
    range(toUInt32(greatest(dateDiff('${period}', ${first}, ${last}) + 1, 0))))`;
    return `SELECT c.bucket AS date,
  sumIf(c.visitors, c.state = 1) AS \`new\`,
  sumIf(c.visitors, c.state = 2) AS returning,
  sumIf(c.visitors, c.state = 3) AS resurrected,
  sumIf(c.visitors, c.state = 4) AS dormant
FROM (
  SELECT s.1 AS bucket, s.2 AS state, sum(v.visitors) AS visitors
  FROM (
    ${lifetimes(scope, period, bind)}
  ) AS v
  ARRAY JOIN arrayConcat(
    arrayMap((day, k) -> (day, multiIf(k = 1, 1, ${next('v.seen[k - 1]')} = day, 2, 3)), v.seen, arrayEnumerate(v.seen)),
    arrayMap(day -> (toDate(${next('day')}), 4), arrayFilter(day -> NOT has(v.seen, toDate(${next('day')})), v.seen))
  ) AS s
  WHERE bucket >= ${first} AND bucket <= ${last}
  GROUP BY bucket, state
  UNION ALL SELECT arrayJoin(${buckets}), 0, 0
) AS c
GROUP BY date
ORDER BY date`;
  });
