// Which time zones a query may name, on the real engine, which keeps each one in memory once it has read it.
import { expect, it } from 'vitest';
import { ALLOWED_FUNCTIONS } from '../../../src/server/query/functions.js';
import { createTimeZones } from '../../../src/server/query/known-zones.js';
import { translate } from '../../../src/server/query/translate.js';
import { useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

it('never gives the engine an unknown time zone, in whichever argument of a time function it is', async () => {
  const date = 'toDateTime(0)';
  const before = [
    [],
    [date],
    ["'2026-01-10 00:00:00'"],
    [date, '1'],
    ["'2026-01-10 00:00:00'", '1'],
    ["'day'", date],
    [date, 'INTERVAL 1 DAY'],
    ["'2026-01-10 00:00:00'", "'%Y'"],
    [date, "'%Y'"],
    ["'day'", date, date],
    [date, 'INTERVAL 1 DAY', date],
  ];
  const ofTime =
    /^to|^now|age$|slot|date|time|unix|week|month|year|day|hour|minute|second|quarter/i;
  const asked = ALLOWED_FUNCTIONS.filter((name) => ofTime.test(name)).flatMap((name) =>
    before.map((parts) => `SELECT ${name}(${[...parts, "concat('No', 'where')"].join(', ')})`),
  );
  asked.push(`SELECT makeDateTime(1, 1, 1, 1, 1, 1, concat('No', 'where'))`);
  for (const query of asked) {
    expect(await outcomeOf(query), query).not.toContain('Cannot load time zone');
  }
});

it.each([
  "toString(toDateTime(0), 'file:/usr/share/zoneinfo/Europe/Berlin')",
  "toDateTime(0, 'Europe/./Berlin')",
  "now('Fixed/UTC+01:02:03')",
  "toStartOfInterval(now(), INTERVAL 1 DAY, '+01:00')",
  "date_diff(day, now(), now(), 'posix/Europe/Berlin')",
  "toDateTime(0)::DateTime('Fixed/UTC+01:02:03')",
  "CAST(0, 'Nullable(DateTime64(3, \\'Europe//Berlin\\'))')",
  "JSONExtract('0', 'DateTime(\\'Fixed/UTC+01:02:03\\')')",
])('%s is not a time zone, and is not given to the engine', async (value) => {
  expect(await outcomeOf(`SELECT ${value}`)).toContain('there is no such time zone');
});

const days = { from: '2026-01-01', to: '2026-01-31' };
const known = Intl.supportedValuesOf('timeZone');
const zoned = (zone = '') => `SELECT toString(toDateTime(0), '${zone}') AS hour`;

/** Translates queries that name time zones; the limit counts the zones of all calls. */
const openZones = () => {
  const zonesOf = createTimeZones();
  return (workspace: string, query: string) =>
    translate(query, { days, zones: zonesOf(workspace) }).sql;
};

it('limits the number of time zones of a workspace, and counts each of them once', () => {
  const ask = openZones();
  // A refused query does not reach the engine, so its time zone does not count.
  for (const zone of known) expect(() => ask('a', `${zoned(zone)} WHERE`)).toThrow('expected');
  for (const zone of known.slice(0, 20)) ask('a', zoned(zone));
  expect(() => ask('a', zoned(known[20]))).toThrow('20 other time zones');
  expect(ask('a', zoned(known[0]?.toLowerCase()))).toContain(known[0]);
});

it('allows any workspace a time zone that another one has named, and zones that remain', () => {
  const ask = openZones();
  for (const zone of known.slice(0, 20)) ask('a', zoned(zone));
  for (const zone of known.slice(0, 40)) ask('b', zoned(zone));
  expect(ask('a', zoned(known[39]))).toContain(known[39]);
  expect(() => ask('b', zoned(known[40]))).toThrow('20 other time zones');
});

it('limits the number of time zones of all workspaces together', () => {
  const ask = openZones();
  for (const [n, zone] of known.slice(0, 200).entries()) ask(`${n % 100}`, zoned(zone));
  expect(() => ask('0', zoned(known[200]))).toThrow('200 other time zones');
});

it.each([
  "toStartOfDay(timestamp, 'europe/berlin')",
  "toStartOfInterval(timestamp, INTERVAL 1 DAY, 'Asia/Kolkata')",
  "date_trunc('day', timestamp, zone)",
  "toString(toDateTime64('2026-01-19 00:00:00', 3, 'UTC'), zone)",
])('%s is accepted', async (value) => {
  const outcome = await outcomeOf(`WITH 'Europe/Berlin' AS zone SELECT ${value} FROM events`);
  expect(outcome).not.toContain('refused');
});

it('resolves an alias in the query that defines it, whatever a subquery defines by the same name', async () => {
  const hour = 'toHour(toDateTime(0), zone)';
  const { data } = await queries.run(
    `WITH 'Asia/Tokyo' AS zone SELECT (WITH 'Asia/Kolkata' AS zone SELECT ${hour}) AS within, ${hour} AS around`,
  );
  expect(data).toEqual([{ within: 5, around: 9 }]);
});
