// The operations on contracts over HTTP, on the real application database.
import { join } from 'node:path';
import { composeContracts } from '../../../src/server/contracts/compose-contracts.js';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { openApplication } from '../../../src/server/database/application/open-application.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { startApp } from '../http/app-under-test.js';

/** In no table of chains, but with an RPC. */
export const OWN_CHAIN = 987_654_321;

export async function startContracts() {
  const { path, remove } = await createTemporaryDirectory();
  const database = createJoinedDatabase(
    await openApplication({ directory: join(path, 'application') }),
  );
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await database.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_1', 'two'), ('prj_3', 'ws_2', 'theirs')`);
  const changed: number[] = [];
  const handlers = composeContracts(database, {
    rpcChains: new Set([1, OWN_CHAIN]),
    onChange: (chainId) => changed.push(chainId),
  });
  const app = await startApp({
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
    call,
    changed,
    database,
    async close() {
      await app.close();
      await database.close();
      await remove();
    },
  };
}
