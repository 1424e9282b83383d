// A query at which the engine hung is refused for a while, and so is every query of a workspace that sends many such.
import { describe, expect, it } from 'vitest';
import {
  DatabaseUnavailableError,
  StatementHungError,
} from '../../../src/server/database/database-errors.js';
import { createHungQueries } from '../../../src/server/query/hung-queries.js';
import { createQueryService } from '../../../src/server/query/service.js';

const MINUTE_MS = 60_000;

describe('createHungQueries', () => {
  it('refuses a hung query for ten minutes, in its own workspace only', () => {
    let now = 0;
    const hung = createHungQueries(() => now);
    hung.check('a', 'SELECT 1');
    hung.add('a', 'SELECT 1');
    expect(() => hung.check('a', 'SELECT 1')).toThrow('The query blocked the database');
    hung.check('a', 'SELECT 2');
    hung.check('b', 'SELECT 1');
    now = 10 * MINUTE_MS;
    hung.check('a', 'SELECT 1');
  });

  it('refuses every query of a workspace that sends many hung queries', () => {
    const hung = createHungQueries();
    for (const query of ['SELECT 1', 'SELECT 2', 'SELECT 3']) hung.add('a', query);
    // Whatever the query reads, also less of one that hung: so the message says to wait, not to narrow it.
    for (const query of ['SELECT 1', 'SELECT 4']) {
      expect(() => hung.check('a', query)).toThrow(
        'The last 3 queries of the workspace blocked the database until they were stopped. Its queries are ' +
          'refused for up to 10 minutes; wait until then.',
      );
    }
    hung.check('b', 'SELECT 4');
  });
});

it('reports a hung query as too slow and does not run it again, but runs one again that ended with the engine', async () => {
  const asked: string[] = [];
  let failure: Error = new StatementHungError('hung');
  const service = createQueryService({
    async run(sql) {
      asked.push(sql);
      throw failure;
    },
  });
  const run = (query: string) => service.run(query, { workspaceId: 'a', projectIds: [] });
  await expect(run('SELECT 1')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('takes longer than 20 s'),
  });
  await expect(run('SELECT 1')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('is refused for 10 minutes'),
  });
  expect(asked).toHaveLength(1);
  failure = new DatabaseUnavailableError('ended');
  await expect(run('SELECT 2')).rejects.toBe(failure);
  await expect(run('SELECT 2')).rejects.toBe(failure);
  expect(asked).toHaveLength(3);
});
