// A query that the engine hung at is not run again at once, and neither are those of who sends many of them.
import { describe, expect, it } from 'vitest';
import {
  DatabaseUnavailableError,
  StatementHungError,
} from '../../../src/server/database/database-errors.js';
import { createHungQueries } from '../../../src/server/query/hung-queries.js';
import { createQueryService } from '../../../src/server/query/service.js';

const MINUTE_MS = 60_000;

describe('createHungQueries', () => {
  it('refuses a query for ten minutes, in its workspace alone', () => {
    let now = 0;
    const hung = createHungQueries(() => now);
    hung.check('a', 'SELECT 1');
    hung.add('a', 'SELECT 1');
    expect(() => hung.check('a', 'SELECT 1')).toThrow('The query kept the database from answering');
    hung.check('a', 'SELECT 2');
    hung.check('b', 'SELECT 1');
    now = 10 * MINUTE_MS;
    hung.check('a', 'SELECT 1');
  });

  it('refuses every query of a workspace that sends many of them', () => {
    const hung = createHungQueries();
    for (const query of ['SELECT 1', 'SELECT 2', 'SELECT 3']) hung.add('a', query);
    expect(() => hung.check('a', 'SELECT 4')).toThrow('Each of the last queries kept');
    hung.check('b', 'SELECT 4');
  });
});

it('a query that hung is told as too long, and not run again; one that ended with the engine is', async () => {
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
    message: expect.stringContaining('is run again after 10 minutes'),
  });
  expect(asked).toHaveLength(1);
  failure = new DatabaseUnavailableError('ended');
  await expect(run('SELECT 2')).rejects.toBe(failure);
  await expect(run('SELECT 2')).rejects.toBe(failure);
  expect(asked).toHaveLength(3);
});
