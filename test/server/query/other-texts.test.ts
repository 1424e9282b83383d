// No function is computed for texts that only other workspaces' rows have, as its failure would tell of them.
import { expect, it } from 'vitest';
import { queryViews } from '../../../src/server/query/views.js';
import { MARK, useQueries } from './query-under-test.js';

const { queries, outcomeOf } = useQueries();

/** Fails for a text that begins so, without a function such as `if`, which the engine computes row by row. */
const failsAt = (column: string, beginning: string): string =>
  `bitShiftLeft(1, 1 - 2 * startsWith(${column}, '${beginning}'))`;

it.each([
  ...queryViews.map(({ name }) => [name, 'project_id', 'theirs'] as const),
  ['events', 'event', MARK] as const,
  ['labels', 'tag_id', MARK] as const,
])('of %s, where only rows of others have such a %s', async (view, column, beginning) => {
  for (const query of [
    `SELECT sum(${failsAt(column, beginning)}) FROM ${view}`,
    `SELECT match('x', concat(substring('(', 1, startsWith(${column}, '${beginning}')))) FROM ${view}`,
    `SELECT ${column} FROM ${view} GROUP BY ${column} HAVING ${failsAt(column, beginning)} != 77`,
  ])
    expect(await outcomeOf(query), query).not.toContain('refused');
});

it('as no column is LowCardinality: of such a one the engine computes a function for each text of the part', async () => {
  for (const { name, columns } of queryViews) {
    const { meta } = await queries.run(`SELECT * FROM ${name} LIMIT 1`);
    expect(meta.map((column) => column.name)).toEqual(columns);
    expect(meta.filter(({ type }) => type.includes('LowCardinality'))).toEqual([]);
  }
});

it('no query fails or not by whether others have a wallet', async () => {
  const asked = (wallet: string) =>
    `SELECT count() FROM events WHERE toInt64(anonymous_id) = 1 AND address = '${wallet}'`;
  expect(await outcomeOf(asked('0xnobody'))).toBe(await outcomeOf(asked(MARK)));
});
