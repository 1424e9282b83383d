// A query is checked before the engine sees it, both when it is saved to be run later and when it is run at once.
import { expect, it } from 'vitest';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createQueryService } from '../../../src/server/query/service.js';

const { check } = createQueryService({ run: () => Promise.reject(new Error('It was run.')) });

it.each([
  'SELECT count() AS hits FROM events WHERE toDate(timestamp) BETWEEN {date_from} AND {date_to}',
  'WITH a AS (SELECT 1 AS x) SELECT x FROM a LIMIT 1000000',
])('%s can be saved', (query) => {
  expect(() => check(query)).not.toThrow();
});

it.each(['DROP TABLE events', 'SELECT * FROM nowhere', 'SELECT 1; SELECT 2', 'SELECT file(1)'])(
  '%s cannot be saved',
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

it('names the field of the request when the first day is after the last one', async () => {
  const { run } = createQueryService({ run: () => Promise.reject(new Error('It was run.')) });
  const days = { date_from: '2026-01-02', date_to: '2026-01-01' };
  await expect(run('SELECT 1', ASKER, { days })).rejects.toMatchObject({
    code: 'INVALID_VALIDATION_REQUEST',
    fields: { param: 'body.date_from' },
  });
});

it('limits the number of time zones that all queries of a workspace name together', async () => {
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
  // The files of the engine are gone or broken: the query is right, and must not show where they are.
  ['107', 'Cannot open file /data/store/5eb/all_1_1_0/data.bin: No such file or directory'],
  ['40', 'Checksum does not match in /data/store/5eb/all_1_1_0/data.bin'],
  ['271', 'Cannot decompress /data/store/5eb/all_1_1_0/data.bin'],
])('does not report the server failure %s as an error of the query', async (code, message) => {
  const failure = new DatabaseQueryError(`Code: ${code}. DB::Exception: ${message}`, code);
  const { run } = createQueryService({ run: () => Promise.reject(failure) });
  await expect(run('SELECT 1', ASKER)).rejects.toBe(failure);
});

it('takes offset plus rows as the total when the engine does not count the rows', async () => {
  const statistics = { elapsed: 0, rows_read: 0, bytes_read: 0 };
  const result = { data: [{ a: 1 }], meta: [], rows: 1, statistics };
  const { run } = createQueryService({ run: async () => result });
  expect(await run('SELECT 1 AS a OFFSET 7', ASKER)).toMatchObject({ total: 8, has_more: false });
});
