// How many queries of a workspace run at the same time, and how long further ones wait.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StatementHungError } from '../../../src/server/database/database-errors.js';
import type { AnalyticsResult } from '../../../src/server/database/ports.js';
import { createQueryService } from '../../../src/server/query/service.js';

const ASKER = { workspaceId: 'a', projectIds: [] };
const NOTHING = {
  data: [],
  meta: [],
  rows: 0,
  statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each query runs until the test ends it. */
const serviceUnderTest = () => {
  const running: { end(): void; hang(): void }[] = [];
  const service = createQueryService({
    run: () =>
      new Promise<AnalyticsResult<Record<string, unknown>>>((resolve, reject) => {
        running.push({
          end: () => resolve(NOTHING),
          hang: () => reject(new StatementHungError('hung')),
        });
      }),
  });
  const ask = (query: string) =>
    service.run(query, ASKER).then(
      () => 'answered',
      (error) => error.code,
    );
  return { running, ask };
};

it('a query waits up to five seconds for the running ones', async () => {
  const { running, ask } = serviceUnderTest();
  const first = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map(ask);
  const patient = ask('SELECT 4');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(running).toHaveLength(3);
  const late = ask('SELECT 5');
  running[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(running).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBe('TOO_MANY_REQUESTS');
  for (const { end } of running) end();
  expect(await Promise.all([...first, patient])).toEqual(Array(4).fill('answered'));
});

it('a waiting query is not run when the same query has hung meanwhile', async () => {
  const { running, ask } = serviceUnderTest();
  const all = Array.from({ length: 5 }, () => ask('SELECT 1'));
  await vi.advanceTimersByTimeAsync(0);
  for (const { hang } of running) hang();
  expect(await Promise.all(all)).toEqual(Array(5).fill('BAD_REQUEST'));
  expect(running).toHaveLength(3);
});
