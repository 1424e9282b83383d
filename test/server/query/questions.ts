// Typical queries of teams about their own events, with their results for the events of the tests.

/** Each query with its result as rows of values. */
export const QUESTIONS: readonly (readonly [query: string, rows: unknown[][]])[] = [
  ['SELECT count() AS n FROM events', [[40]]],
  ['SELECT COUNT(*) FROM events', [[40]]],
  ['SELECT count(DISTINCT address) AS n, uniqExact(session_id) AS s FROM events', [[4, 20]]],
  [
    "SELECT event, count() hits FROM events WHERE type = 'track' GROUP BY event ORDER BY hits DESC, event",
    [
      ['buy', 13],
      ['signup', 13],
    ],
  ],
  [
    "SELECT JSONExtractString(properties, 'plan') AS plan, sum(revenue) AS total FROM events GROUP BY plan HAVING total > 0 ORDER BY plan",
    [
      ['free', 120],
      ['pro', 140],
    ],
  ],
  [
    "SELECT JSONExtract(properties, 'items', 'Array(Int64)')[1] AS first FROM events WHERE message_id = 'm7'",
    [[7]],
  ],
  ["SELECT sum(JSONExtractInt(properties, 'items', 1)) AS n FROM events", [[780]]],
  [
    "SELECT toString(toDate(timestamp)) AS day, count() AS n FROM events WHERE timestamp >= '2026-01-18' GROUP BY day ORDER BY day",
    [
      ['2026-01-18', 4],
      ['2026-01-19', 4],
    ],
  ],
  [
    'SELECT toStartOfWeek(timestamp, 1) AS week, count() FROM events GROUP BY week ORDER BY week',
    [
      ['2026-01-05', 8],
      ['2026-01-12', 28],
      ['2026-01-19', 4],
    ],
  ],
  [
    "SELECT count() FROM events WHERE timestamp BETWEEN toDateTime('2026-01-10 00:00:00') AND toDateTime('2026-01-11 23:59:59')",
    [[8]],
  ],
  [
    "SELECT count() FROM events WHERE timestamp > toDateTime64('2026-01-19 00:00:00', 3, 'UTC') - INTERVAL 1 DAY",
    [[7]],
  ],
  ["SELECT date_diff('day', min(timestamp), max(timestamp)) FROM events", [[9]]],
  [
    "SELECT EXTRACT(DAY FROM max(timestamp)), date_trunc('month', min(timestamp)) = DATE '2026-01-01' FROM events",
    [[19, 1]],
  ],
  [
    "SELECT CASE WHEN revenue > 30 THEN 'big' WHEN revenue > 0 THEN 'small' ELSE 'none' END AS size, count() AS n FROM events GROUP BY size ORDER BY n DESC",
    [
      ['none', 27],
      ['small', 10],
      ['big', 3],
    ],
  ],
  [
    "SELECT CASE location WHEN 'DE' THEN 1 ELSE 0 END AS de, count() FROM events GROUP BY de ORDER BY de",
    [
      [0, 30],
      [1, 10],
    ],
  ],
  [
    "SELECT countIf(type = 'page') AS pages, sumIf(revenue, location = 'US') / count() > 1 AS much FROM events",
    [[14, 1]],
  ],
  [
    'SELECT quantile(0.5)(revenue) AS q, quantiles(0.5, 1)(revenue)[2] AS m FROM events WHERE revenue > 0',
    [[20, 38]],
  ],
  [
    "SELECT address FROM events WHERE address IN ('0x1', '0x2') GROUP BY address ORDER BY address",
    [['0x1'], ['0x2']],
  ],
  [
    "SELECT uniqExact(address) FROM events WHERE address NOT IN (SELECT address FROM events WHERE utm_source = 'x')",
    [[3]],
  ],
  [
    'SELECT (SELECT max(revenue) FROM events) - (SELECT min(revenue) FROM events) AS spread',
    [[38]],
  ],
  [
    'WITH buyers AS (SELECT address, sum(revenue) AS total FROM events GROUP BY address), rich AS (SELECT * FROM buyers WHERE total > 60) SELECT count(), max(rich.total) FROM rich',
    [[2, 80]],
  ],
  [
    "WITH s AS (SELECT address, min(timestamp) AS at FROM events WHERE event = 'signup' GROUP BY address), b AS (SELECT address, min(timestamp) AS at FROM events WHERE event = 'buy' GROUP BY address) SELECT count() FROM s JOIN b ON s.address = b.address WHERE b.at > s.at",
    [[3]],
  ],
  [
    "SELECT a.address, b.n FROM (SELECT DISTINCT address FROM events) AS a LEFT JOIN (SELECT address, count() AS n FROM events WHERE event = 'buy' GROUP BY address) AS b USING (address) ORDER BY a.address LIMIT 2",
    [
      ['0x0', 3],
      ['0x1', 3],
    ],
  ],
  [
    'SELECT address, nth FROM (SELECT address, timestamp, row_number() OVER (PARTITION BY address ORDER BY timestamp DESC) AS nth FROM events) WHERE nth = 1 ORDER BY address LIMIT 1',
    [['0x0', 1]],
  ],
  [
    'SELECT day, sum(n) OVER (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running FROM (SELECT toDayOfMonth(timestamp) AS day, count() AS n FROM events GROUP BY day) ORDER BY day LIMIT 3',
    [
      [10, 4],
      [11, 8],
      [12, 12],
    ],
  ],
  [
    'SELECT day, lagInFrame(n, 1) OVER w AS before FROM (SELECT toDayOfMonth(timestamp) AS day, count() AS n FROM events GROUP BY day) WINDOW w AS (ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) ORDER BY day LIMIT 2',
    [
      [10, 0],
      [11, 4],
    ],
  ],
  [
    'SELECT code, count() AS n FROM events ARRAY JOIN builder_codes AS code GROUP BY code ORDER BY code',
    [
      ['app', 10],
      ['base', 10],
    ],
  ],
  [
    'SELECT arrayJoin(builder_codes) AS code, uniqExact(address) FROM events GROUP BY code ORDER BY code',
    [
      ['app', 1],
      ['base', 1],
    ],
  ],
  [
    'SELECT arrayMap(x -> x * 2, [1, 2, 3]), arraySum((x, y) -> x * y, [1, 2], [3, 4]), arrayFilter(x -> x > 1, range(4))',
    [[[2, 4, 6], 11, [2, 3]]],
  ],
  [
    "SELECT has(builder_codes, 'base') AS b, count() FROM events GROUP BY b ORDER BY b",
    [
      [0, 30],
      [1, 10],
    ],
  ],
  [
    "SELECT level, count() AS n FROM (SELECT address, windowFunnel(864000)(toDateTime(timestamp), event = 'signup', event = 'buy') AS level FROM events GROUP BY address) GROUP BY level ORDER BY level",
    [[2, 4]],
  ],
  [
    "SELECT sum(r[1]), sum(r[2]) FROM (SELECT address, retention(toDate(timestamp) = '2026-01-10', toDate(timestamp) = '2026-01-11') AS r FROM events GROUP BY address)",
    [[4, 4]],
  ],
  ['SELECT topK(1)(location) AS place FROM events', [[['US']]]],
  ["SELECT argMax(event, timestamp) FROM events WHERE address = '0x3'", [['']]],
  [
    "SELECT count() FROM events WHERE page_path LIKE '/page/%' AND NOT (address ILIKE '0X0') AND event IS NOT NULL",
    [[30]],
  ],
  ["SELECT count() FILTER (WHERE location = 'DE') AS de FROM events", [[10]]],
  [
    "SELECT lower('ABC') || '-' || upper(substring('hello', 1, 2)) AS t, length('日本'), lengthUTF8('日本')",
    [['abc-HE', 6, 2]],
  ],
  [
    "SELECT splitByChar('/', page_path)[2] AS part, count() FROM events GROUP BY part",
    [['page', 40]],
  ],
  ["SELECT extract(week FROM DATE '2027-01-01'), extract(day FROM DATE '2027-01-31')", [[53, 31]]],
  [
    "SELECT extract('v12', '\\\\d+') AS n, replaceRegexpAll('a1b2', '[0-9]', '#'), match('abc', '^a')",
    [['12', 'a#b#', 1]],
  ],
  [
    "SELECT CAST('12' AS UInt8) + '3'::Int32, toInt64OrZero('x'), CAST(1, 'String'), CAST([1], 'Array(String)')",
    [[15, 0, '1', ['1']]],
  ],
  [
    "SELECT tuple(1, 'a').2, (1, 2).1, map('k', 5)['k'], if(1 > 2, 'x', 'y'), coalesce(NULL, 3)",
    [['a', 1, 5, 'y', 3]],
  ],
  [
    'SELECT -(-3), 7 % 3, 2 * 3 + 4, 2 * (3 + 4), NOT 0, 10 / 4, intDiv(7, 2), 1 = 1 AND 2 > 1 OR 0',
    [[3, 1, 10, 14, 1, 2.5, 3, 1]],
  ],
  [
    "SELECT event FROM (SELECT event FROM events WHERE event = 'buy' UNION DISTINCT SELECT 'sell' AS event) ORDER BY event",
    [['buy'], ['sell']],
  ],
  ['WITH x AS (SELECT 1 AS n) SELECT n FROM x UNION ALL SELECT n + 1 FROM x', [[1], [2]]],
  [
    'SELECT address, revenue FROM events ORDER BY revenue DESC, address LIMIT 1 BY address LIMIT 2',
    [
      ['0x2', 38],
      ['0x3', 35],
    ],
  ],
  [
    "SELECT e.address AS wallet, e.location FROM events AS e WHERE e.message_id = 'm0'",
    [['0x0', 'DE']],
  ],
  [
    'SELECT `event`, "location" AS "Where it was" FROM events WHERE message_id = \'m1\'',
    [['signup', 'US']],
  ],
  ["SELECT 'it''s' AS a, 'it\\'s' AS b, 'tab\\t', '100\\%'", [["it's", "it's", 'tab\t', '100\\%']]],
  [
    "select event from events where event = 'buy' group by event order by event asc nulls last limit 1;",
    [['buy']],
  ],
  [
    "WITH 'DE' AS place, 10 + 10 AS least SELECT count() FROM events WHERE location = place AND revenue > least",
    [[1]],
  ],
  [
    "WITH toDate('2026-01-18') AS start, start + 1 AS next SELECT count(), any(toString(next)) FROM events WHERE timestamp >= start",
    [[8, '2026-01-19']],
  ],
  [
    'WITH (SELECT max(revenue) FROM events) AS most SELECT address FROM events WHERE revenue = most',
    [['0x2']],
  ],
  [
    'WITH 2 AS n, x AS (SELECT n + 1 AS more) SELECT more * n FROM x UNION ALL SELECT n',
    [[6], [2]],
  ],
  ["WITH event AS what SELECT count() FROM events WHERE what = 'buy'", [[13]]],
  ['SELECT * EXCEPT (value) FROM (SELECT tag_id, value FROM labels)', [['vip']]],
  ['SELECT l.* EXCEPT value FROM (SELECT tag_id, value FROM labels) AS l', [['vip']]],
  ["SELECT event FROM events WHERE event != '' EXCEPT SELECT 'buy'", [['signup']]],
  ['SELECT count() FROM events FINAL', [[40]]],
  [
    "SELECT e.event FROM events AS e FINAL PREWHERE e.type = 'track' WHERE e.message_id = 'm1' OR e.message_id = 'm0'",
    [['signup']],
  ],
  ['SELECT event, count() AS n FROM events GROUP BY ALL ORDER BY event LIMIT 1', [['', 14]]],
  [
    "SELECT dateDiff(day, min(timestamp), max(timestamp)), timestampdiff(WEEK, min(timestamp), max(timestamp)), date_diff('hour', toDate('2026-01-01'), toDate('2026-01-02')) FROM events",
    [[9, 2, 24]],
  ],
  [
    "SELECT count() FROM events WHERE timestamp > toDateTime('2026-01-19 00:00:00') - INTERVAL '1 day'",
    [[7]],
  ],
  [
    'SELECT year(max(timestamp)), MONTH(max(timestamp)), hour(max(timestamp)), DAY(max(timestamp)) FROM events',
    [[2026, 1, 0, 19]],
  ],
  [
    "SELECT JSONExtract(properties, 'Tuple(plan String, items Array(Int64))') AS p, p.plan, p.items[1] FROM events WHERE message_id = 'm7'",
    [[{ plan: 'free', items: ['7', '2'].map(Number) }, 'free', 7]],
  ],
  [
    "SELECT lpad('7', 3, '0'), visitParamExtractString('{\"a\":\"b\"}', 'a'), toUInt32OrNull('x'), array_agg(1), groupConcat(',')('a'), CAST('1.5' AS NUMERIC(10, 2))",
    [['007', 'b', null, [1], 'a', 1.5]],
  ],
  [
    'SELECT toDayOfMonth(min(timestamp)) AS start, toDayOfMonth(max(timestamp)) AS end, end - start AS range FROM events ORDER BY end',
    [[10, 19, 9]],
  ],
  ['SELECT e.format AS set FROM (SELECT 7 AS format) AS e WHERE format = 7', [[7]]],
  ["SELECT count() FROM events WHERE location IN ['DE', 'FR'] AND type NOT IN ['page']", [[6]]],
  [
    "SELECT count() FROM events WHERE timestamp > toDateTime('2026-01-19 00:00:00') - INTERVAL (1) DAY",
    [[7]],
  ],
  ['SELECT count(), sum(events), sum(pageviews) FROM sessions', [[20, 40, 14]]],
  ['SELECT DISTINCT toTypeName(session) FROM sessions', [['String']]],
  [
    "SELECT l.value, p.revenue FROM labels AS l JOIN wallet_profiles AS p USING (address) WHERE l.tag_id = 'vip'",
    [['vip', 70]],
  ],
  [
    'SELECT address FROM events WHERE address NOT IN (SELECT address FROM labels) GROUP BY address ORDER BY address',
    [['0x0'], ['0x2'], ['0x3']],
  ],
];
