// The operations on boards over HTTP, on the real application database, with scripted questions behind charts.
import { join } from 'node:path';
import { composeBoards } from '../../../src/server/boards/compose-boards.js';
import type { ChartRunnerParts } from '../../../src/server/boards/run-chart.js';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { openApplication } from '../../../src/server/database/application/open-application.js';
import { DomainError } from '../../../src/server/domain-error.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { startApp } from '../http/app-under-test.js';

export const BOARDS_PER_PROJECT = 5;

const TABLE = {
  data: [{ hits: 3 }],
  meta: [{ name: 'hits', type: 'UInt64' }],
  rows: 1,
  rows_before_limit_at_least: 1,
  statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
};

/** Each question that was asked, by its name. */
export type AskedQuestion = readonly [name: string, ...given: unknown[]];

function scriptedQuestions(asked: AskedQuestion[]): ChartRunnerParts {
  const answer =
    (name: string) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given]);
      return TABLE as never;
    };
  return {
    analytics: { funnel: answer('funnel'), retention: answer('retention'), flow: answer('flow') },
    query: {
      async run(query, asker) {
        asked.push(['query', query, asker]);
        if (query.includes('FROM nowhere')) {
          throw new DomainError('BAD_REQUEST', 'There is no table nowhere.');
        }
        return { ...TABLE, total: 1, limit: 100, offset: 0, has_more: false };
      },
    },
  };
}

export async function startBoards() {
  const { path, remove } = await createTemporaryDirectory();
  const database = createJoinedDatabase(
    await openApplication({ directory: join(path, 'application') }),
  );
  const asked: AskedQuestion[] = [];
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await database.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_1', 'two'), ('prj_3', 'ws_2', 'theirs')`);
  const { handlers, pages } = composeBoards({
    application: database,
    boardsPerProject: BOARDS_PER_PROJECT,
    ...scriptedQuestions(asked),
  });
  const app = await startApp({
    pages,
    api: {
      handlers: handlers as unknown as AppParts['api']['handlers'],
      idempotency: createIdempotency({ database, ttlMs: 86_400_000 }),
    },
  });
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const response = await app.api(path, {
      method,
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    app,
    asked,
    call,
    database,
    async close() {
      await app.close();
      await database.close();
      await remove();
    },
  };
}
