// A query that is kept, to be run later: what would be refused then is refused at once, and nothing is run.
import { expect, it } from 'vitest';
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
