// SQL of retention and lifecycle: in which periods visitors were active.
import type { Period } from '../../../protocol/analytics/retention.js';
import { allOf } from '../condition-sql.js';
import { daysOf, EVENTS, ofDays, ofProjects, ofScope, type Scope } from '../scope.js';
import { type Bind, type Statement, statement } from '../statement.js';
import { fits, type Step } from './steps.js';

export interface RetentionQuestion {
  readonly period: Period;
  /** The event that puts a visitor into a cohort. Absent: any event. */
  readonly entry: Step | undefined;
  /** The event that counts as coming back. Absent: any event. */
  readonly comeBack: Step | undefined;
}

/** SQL of the first day of the period in which a day lies. */
const bucketOf = (period: Period, day: string): string =>
  ({ day: day, week: `toMonday(${day})`, month: `toStartOfMonth(${day})` })[period];

export const retention = (scope: Scope, question: RetentionQuestion): Statement =>
  statement((bind) => {
    const { period } = question;
    const last = bucketOf(period, bind(scope.range.to, 'Date'));
    const since = (from: string, to: string) => `dateDiff('${period}', ${from}, ${to})`;
    // Periods in which nobody came back must be rows as well, so every period of the cohort is listed.
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

/** Rows `first, buckets`: the period of the visitor's entry, and the periods since then with a return. */
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

/** Tells on which days visitors were active, with one or more rows for each visitor and day. */
interface Presence {
  /** The text that follows `FROM`, including its condition. */
  readonly from: string;
  readonly visitor: string;
  readonly day: string;
}

const rollupDays = (condition: string): Presence => ({
  from: `sessions_daily AS d ARRAY JOIN d.visitors AS visitor WHERE ${condition}`,
  visitor: 'visitor',
  day: 'd.date',
});

/** The active days before one. With filters, only days with a matching event count as active. */
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

/** Rows `visitor, bucket`, which may repeat: the callers drop repeats, so a further grouping here would only cost. */
const activeBuckets = (period: Period, { from, visitor, day }: Presence): string =>
  `SELECT ${visitor} AS visitor, ${bucketOf(period, day)} AS bucket FROM ${from}`;

/** How many periods fit into a UInt64, beside a bit for the period before the range and one for all earlier ones. */
const PERIODS_IN_BITS = 62;
const LEAST_DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 28 };

/** A range that begins and ends within a period touches one period more than its days fill. */
const fitsIntoBits = ({ range }: Scope, period: Period): boolean =>
  daysOf(range) / LEAST_DAYS[period] + 1 <= PERIODS_IN_BITS;

/**
 * Rows `seen, visitors`: sorted lists of active periods, and how many visitors have each. In short ranges, a
 * visitor's periods are the bits of a number, which takes half the time of a list. Then all periods that are
 * two or more before the range share bit 0, which is read as two periods before it.
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
    // The first week begins on Thursday, 1970-01-01 (toMonday gives no earlier day); the next ones begin on Mondays.
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
