// The operations on boards over HTTP, on the real application database, with scripted answers to the charts.
import { type BoardsParts, composeBoards } from '../../../src/server/boards/compose-boards.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { openWorkspaces, startArea } from '../http/area-under-test.js';

export const BOARDS_PER_PROJECT = 5;

/** The limit for the results of a board, in characters. */
export const MOST_TEXT = 20_000;

/** The HTML page of a public board. */
export const PAGE = '<!doctype html><title>Board</title>';

const TABLE = {
  data: [{ hits: 3 }],
  meta: [{ name: 'hits', type: 'UInt64' }],
  rows: 1,
  rows_before_limit_at_least: 1,
  statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
};

/** A recorded request of a chart: its kind and its arguments. */
export type AskedQuestion = readonly [name: string, ...given: unknown[]];

type Questions = Pick<BoardsParts, 'analytics' | 'query'>;

/** `DROP` is refused by `check`; `FROM nowhere` is refused by `run`, and `FROM busy` only for the moment. */
function scriptedQuestions(asked: AskedQuestion[]): Questions {
  const answer =
    (name: string) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given]);
      return TABLE as never;
    };
  return {
    analytics: { funnel: answer('funnel'), retention: answer('retention'), flow: answer('flow') },
    query: {
      check(query) {
        if (query.startsWith('DROP')) {
          throw new DomainError('BAD_REQUEST', 'It is no SELECT.', { param: 'body.query' });
        }
      },
      async run(query, asker, { rows = 100, days } = {}) {
        asked.push(['query', query, asker, days]);
        if (query.includes('FROM nowhere')) {
          throw new DomainError('BAD_REQUEST', 'There is no table nowhere.');
        }
        if (query.includes('FROM busy')) {
          throw new DomainError('TOO_MANY_REQUESTS', 'It runs 3 queries already.');
        }
        const limit = Number(/LIMIT (\d+)/.exec(query)?.[1] ?? rows);
        const total = Number(/FROM numbers\((\d+)\)/.exec(query)?.[1] ?? 1);
        const length = Number(/repeat\('x', (\d+)\)/.exec(query)?.[1] ?? 0);
        const data = length > 0 ? [{ text: 'x'.repeat(length) }] : TABLE.data;
        return { ...TABLE, data, total, limit, offset: 0, has_more: total > limit };
      },
    },
  };
}

/** Creates a board, and returns the path of its charts. */
export async function makeBoard(
  { call }: Pick<Awaited<ReturnType<typeof startBoards>>, 'call'>,
  projectId: string,
): Promise<string> {
  const made = await call('POST', `/v0/boards?project_id=${projectId}`, { body: { title: 'x' } });
  return `/v0/boards/${made.body.id}/charts`;
}

export async function startBoards() {
  const { database, close } = await openWorkspaces();
  const asked: AskedQuestion[] = [];
  let deletions = 0;
  const { handlers, pages } = composeBoards({
    application: database,
    boardsPerProject: BOARDS_PER_PROJECT,
    mostText: MOST_TEXT,
    deletions: () => deletions,
    boardPage: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: PAGE }),
    ...scriptedQuestions(asked),
  });
  const { app, call } = await startArea({ database, handlers, pages });
  return {
    app,
    asked,
    call,
    database,
    /** Acts as if a person had been deleted. */
    deletePerson() {
      deletions += 1;
    },
    async close() {
      await app.close();
      await close();
    },
  };
}
