// The pages of a wallet's history: together they show every event once, and no visit in two parts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, toDay } from '../../src/dashboard/state/date-range.js';
import type { EventRow } from '../../src/dashboard/state/events.js';
import {
  readVisits,
  type Visit,
  visitsOfWallet,
  type Wanted,
} from '../../src/dashboard/state/visits.js';
import { answerTo } from './answer-events.js';
import { NOON, rowOf } from './event-row.js';

const ADDRESS = `0x${'1'.repeat(40)}`;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** All pages of the history of the wallet, with one of these events. */
async function readAll(rows: readonly EventRow[]): Promise<readonly Visit[]> {
  const run = async (sql: string) => ({ data: answerTo(sql, rows) });
  const own = rows.filter(({ address }) => address !== '');
  const days = new Set(own.map(({ happened_ms: ms }) => toDay(ms)));
  const visits: Visit[] = [];
  let next: Wanted | undefined = visitsOfWallet(ADDRESS, [...days].toSorted());
  while (next !== undefined) {
    const page = await readVisits({ query: { run } } as never, next);
    visits.push(...page.visits);
    next = page.older;
  }
  return visits;
}

describe('the pages of a history', () => {
  const sizesOf = async (rows: readonly EventRow[]) =>
    (await readAll(rows)).map(({ events }) => events.length);

  it('show a visit that passes midnight in one part', async () => {
    // Each passes midnight, whichever of the days are read together.
    const rows = Array.from({ length: 50 }, (_, at) =>
      [-HOUR_MS, HOUR_MS].map((offset, event) =>
        rowOf({
          ...{ address: ADDRESS, session_id: `s${at}`, message_id: `m${at}-${event}` },
          happened_ms: NOON + DAY_MS / 2 - at * DAY_MS + offset,
        }),
      ),
    ).flat();
    expect(await sizesOf(rows)).toEqual(Array.from({ length: 50 }, () => 2));
  });

  it('show every event of a wallet once, whatever its days and sessions are', async () => {
    const event = fc.record({
      session_id: fc.constantFrom('', ...Array.from({ length: 40 }, (_, at) => `s${at}`)),
      happened_ms: fc.integer({ min: 0, max: 60 * 24 }).map((hour) => NOON - hour * 60 * MINUTE_MS),
      address: fc.constantFrom(ADDRESS, ADDRESS, ''),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 300, maxLength: 400 }), async (some) => {
        const rows = some.map((one, at) => rowOf({ ...one, message_id: `m${at}` }));
        const own = rows.filter(({ address }) => address !== '');
        const visits = await readAll(rows);
        const ids = visits.flatMap(({ events }) => events.map(({ message_id: id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(own.map(({ message_id: id }) => id)));
      }),
      { numRuns: 20 },
    );
  });

  it('go on within a visit that has more events than are read at a time', async () => {
    const rows = Array.from({ length: 250 }, (_, at) =>
      rowOf({ address: ADDRESS, message_id: `m${at}`, happened_ms: NOON - Math.floor(at / 150) }),
    );
    const visits = await readAll(rows);
    expect(visits.map(({ events }) => events.length)).toEqual([100, 100, 50]);
  });
});
