// What a query is refused for before the engine sees it, whether it is kept, to be run later, or run at once.
import { expect, it } from 'vitest';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createQueryService } from '../../../src/server/query/service.js';

const { check } = createQueryService({ run: () => Promise.reject(new Error('It was run.')) });

it.each([
  'SELECT count() AS hits FROM events WHERE toDate(timestamp) BETWEEN {date_from} AND {date_to}',
  'WITH a AS (SELECT 1 AS x) SELECT x FROM a LIMIT 1000000',
])('%s may be kept', (query) => {
  expect(() => check(query)).not.toThrow();
});

it.each(['DROP TABLE events', 'SELECT * FROM nowhere', 'SELECT 1; SELECT 2', 'SELECT file(1)'])(
  '%s may not',
  (query) => {
    expect(() => check(query)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        fields: expect.objectContaining({ param: 'body.query' }),
      }),
    );
  },
);

const ASKER = { workspaceId: 'ws', projectIds: [] };

it('days that are no range are refused where they were given', async () => {
  const { run } = createQueryService({ run: () => Promise.reject(new Error('It was run.')) });
  const days = { date_from: '2026-01-02', date_to: '2026-01-01' };
  await expect(run('SELECT 1', ASKER, { days })).rejects.toMatchObject({
    code: 'INVALID_VALIDATION_REQUEST',
    fields: { param: 'body.date_from' },
  });
});

it('a service counts the time zones of all queries of a workspace', async () => {
  const { run } = createQueryService({ run: () => Promise.reject(new Error('It was run.')) });
  const zones = Intl.supportedValuesOf('timeZone');
  const asked = zones.slice(0, 21).map((zone) => run(`SELECT now('${zone}')`, ASKER));
  const outcomes = await Promise.allSettled(asked);
  const reasons = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.message);
  expect(reasons.slice(0, 20)).toEqual(Array(20).fill('It was run.'));
  expect(reasons[20]).toContain('20 other time zones');
  const other = { ...ASKER, workspaceId: 'wsp_other' };
  await expect(run(`SELECT now('${zones[20]}')`, other)).rejects.toThrow('It was run.');
});

it.each([
  ['49', 'Bug'],
  // Its files are gone or broken: where they are is nobody's business, and the query is right.
  ['107', 'Cannot open file /data/store/5eb/all_1_1_0/data.bin: No such file or directory'],
  ['40', 'Checksum does not match in /data/store/5eb/all_1_1_0/data.bin'],
  ['271', 'Cannot decompress /data/store/5eb/all_1_1_0/data.bin'],
])('a failure of the server, %s, is none of the query', async (code, message) => {
  const failure = new DatabaseQueryError(`Code: ${code}. DB::Exception: ${message}`, code);
  const { run } = createQueryService({ run: () => Promise.reject(failure) });
  await expect(run('SELECT 1', ASKER)).rejects.toBe(failure);
});

it('where the engine does not count, an answer has the rows up to its own', async () => {
  const statistics = { elapsed: 0, rows_read: 0, bytes_read: 0 };
  const result = { data: [{ a: 1 }], meta: [], rows: 1, statistics };
  const { run } = createQueryService({ run: async () => result });
  expect(await run('SELECT 1 AS a OFFSET 7', ASKER)).toMatchObject({ total: 8, has_more: false });
});
