// Rounds of the snapshot of profiles, and waiting for their end before a deletion.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnalyticsResult } from '../../../src/server/database/ports.js';
import { createLog } from '../../../src/server/log.js';
import { createProfileSnapshot } from '../../../src/server/profiles/snapshot.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';

const cleanUp = createCleanup();

it('roundEnded() resolves after a running round, also a failed one, or at once without one', async () => {
  const ended: string[] = [];
  let fail = (_: Error): void => {};
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>() =>
        ({ data: [{ value: 1, start: '0x' }] }) as unknown as AnalyticsResult<Row>,
      execute: () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    },
    log: createLog('silent'),
  });
  await snapshot.roundEnded();
  const round = snapshot.refresh().catch(() => void ended.push('round'));
  const waiting = snapshot.roundEnded().then(() => void ended.push('waiting'));
  // By now, the round has read, and is about to write.
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  fail(new Error('The engine is gone.'));
  await Promise.all([round, waiting]);
  expect([...ended].sort()).toEqual(['round', 'waiting']);
});

it('reads and writes within one inRound() call, which excludes deletions', async () => {
  const order: string[] = [];
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>(sql: string) => {
        if (sql.includes('place')) order.push('read');
        return { data: [{ value: 1, start: '0x' }] } as unknown as AnalyticsResult<Row>;
      },
      execute: async () => void order.push('write'),
    },
    inRound: (round) => {
      order.push('begin');
      return round().finally(() => order.push('end'));
    },
    log: createLog('silent'),
  });
  await snapshot.refresh();
  expect(order.slice(0, 4)).toEqual(['begin', 'read', 'write', 'end']);
});

it('refreshes profiles also when tidying fails, and retries tidying later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let tidied = 0;
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>() =>
        ({ data: [{ value: 2, start: '0x' }] }) as unknown as AnalyticsResult<Row>,
      execute: async (sql: string) => {
        if (!sql.startsWith('OPTIMIZE')) return;
        tidied += 1;
        vi.advanceTimersByTime(1_000);
        throw new Error('There is no room to merge in.');
      },
    },
    log: createLog('silent'),
  });
  cleanUp(snapshot.close);
  await snapshot.refresh();
  await snapshot.refresh();
  expect(tidied).toBe(1);
  vi.advanceTimersByTime(30_000);
  await snapshot.refresh();
  expect(tidied).toBe(2);
});

it.each([
  [100, 1_500],
  [1_000, 10_000],
  [4_000, 20_000],
])('after a round of %d ms, the next in the background starts %d ms later', async (took, rest) => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let rounds = 0;
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>(sql: string) => {
        if (sql.includes('place')) rounds += 1;
        return { data: [{ value: 1, start: '0x' }] } as unknown as AnalyticsResult<Row>;
      },
      execute: async () => void vi.advanceTimersByTime(took),
    },
    log: createLog('silent'),
  });
  await snapshot.refresh();
  snapshot.refreshSoon();
  await vi.advanceTimersByTimeAsync(rest - 1);
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  await snapshot.close();
});

describe('looks back', () => {
  const LONGEST_MS = 300_000;
  const LATEST_ROW = 10_000_000;
  const HOUR_MS = 3_600_000;

  /** A snapshot on a database that records the `since` of each round, with a manual clock. */
  const start = (longestWriteMs = LONGEST_MS) => {
    const looks: number[] = [];
    const clock = { now: LATEST_ROW + 1_000_000, latestRow: LATEST_ROW, fails: false };
    const snapshot = createProfileSnapshot({
      database: {
        query: async <Row>(sql: string, params: Readonly<Record<string, unknown>> = {}) => {
          if (sql.includes('place')) {
            if (clock.fails) throw new Error('The engine is gone.');
            looks.push(Number(params.since));
          }
          const value = sql.includes('now64') ? clock.now : clock.latestRow;
          return { data: [{ value, start: '0x' }] } as unknown as AnalyticsResult<Row>;
        },
        execute: async () => {},
      },
      log: createLog('silent'),
      longestWriteMs,
    });
    cleanUp(snapshot.close);
    return { ...snapshot, looks, clock };
  };

  it('first for rows since the last round of an earlier process', async () => {
    const { refresh, looks } = start();
    await refresh();
    expect(looks).toEqual([LATEST_ROW - 2 * LONGEST_MS]);
  });

  it('as far again after a failed first round, although single wallets were refreshed meanwhile', async () => {
    const { refresh, looks, clock } = start();
    clock.fails = true;
    await expect(refresh()).rejects.toThrow('The engine is gone.');
    clock.fails = false;
    clock.latestRow = clock.now;
    await refresh();
    expect(looks).toEqual([LATEST_ROW - 2 * LONGEST_MS]);
  });

  it('for 30 seconds normally, and over the longest write once per that time', async () => {
    const { refresh, looks, clock } = start();
    await refresh();
    const first = clock.now;
    clock.now += LONGEST_MS - 1;
    await refresh();
    expect(looks[1]).toBe(first - 30_000);
    clock.now += 1;
    await refresh();
    expect(looks[2]).toBe(first - LONGEST_MS);
  });

  it('over the longest write after a slow load, also when the first round fails', async () => {
    const { refresh, refreshSoon, looks, clock } = start();
    await refresh();
    const first = clock.now;
    refreshSoon(31_000);
    clock.fails = true;
    await expect(refresh()).rejects.toThrow('The engine is gone.');
    clock.fails = false;
    await refresh();
    expect(looks[1]).toBe(first - LONGEST_MS);
  });

  it('over the longest write also by itself, because another process may have a slow load', async () => {
    const { refresh, looks, clock } = start(20);
    await refresh();
    const first = clock.now;
    await eventually(async () => expect(looks).toContain(first - 20));
  });

  it('for what was stored since, after the clock was set back while it runs', async () => {
    const { refresh, looks, clock } = start();
    await refresh();
    clock.now -= HOUR_MS;
    await refresh();
    expect(looks[1]).toBeLessThanOrEqual(clock.now - 30_000);
  });

  it('for everything, after the clock was set back between two runs', async () => {
    const { refresh, looks, clock } = start();
    clock.latestRow = clock.now + HOUR_MS;
    await refresh();
    expect(looks).toEqual([0]);
  });
});
