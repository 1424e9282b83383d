// One area of the API over HTTP, on the real application database with two workspaces in it.
import { join } from 'node:path';
import {
  createJoinedDatabase,
  type JoinedDatabase,
} from '../../../src/server/database/application/joined-database.js';
import type { AppParts } from '../../../src/server/http/app.js';
import type { ApiHandlers } from '../../../src/server/http/handlers.js';
import type { PageRoute } from '../../../src/server/http/page-route.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { startApp } from './app-under-test.js';

/** Creates `prj_1` and `prj_2` in `ws_1`, to which the API key of the app belongs, and `prj_3` in `ws_2`. */
export async function openWorkspaces() {
  const { path, remove } = await createTemporaryDirectory();
  const database = createJoinedDatabase(
    await openTestApplication({ directory: join(path, 'application') }),
  );
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await database.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_1', 'two'), ('prj_3', 'ws_2', 'theirs')`);
  return {
    path,
    database,
    async close() {
      await database.close();
      await remove();
    },
  };
}

export interface AreaParts {
  readonly database: JoinedDatabase;
  readonly handlers: Partial<ApiHandlers>;
  readonly pages?: readonly PageRoute[];
}

/** Starts the app with these operations only, and returns a function that calls them. */
export async function startArea({ database, handlers, pages = [] }: AreaParts) {
  const app = await startApp({
    pages,
    api: {
      handlers: handlers as AppParts['api']['handlers'],
      idempotency: createIdempotency({ database, ttlMs: 86_400_000 }),
    },
  });
  const call = async (
    method: string,
    address: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const response = await app.api(address, {
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
  return { app, call };
}
