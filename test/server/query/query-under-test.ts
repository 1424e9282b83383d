// Queries on the real engine, with the events of another workspace and a file beside them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { AnalyticsDatabase } from '../../../src/server/database/ports.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { createQueryService, type QueryService } from '../../../src/server/query/service.js';
import { createQueryStore } from '../../../src/server/query/store.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';

/** Is contained in every row and file that a query must never show. */
export const MARK = 'forbiddenmark';

export interface QueryUnderTest {
  readonly database: AnalyticsDatabase;
  readonly service: QueryService;
  /** A file with the mark, in a place where a query that reads files could read it. */
  readonly secretFile: string;
  run(query: string): ReturnType<QueryService['run']>;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 10);

/** Ten days, four wallets: pages, sign-ups, purchases with a plan and an amount. */
const events = Array.from({ length: 40 }, (_, index) => {
  const wallet = index % 4;
  const at = new Date(FIRST_DAY + Math.floor(index / 4) * DAY_MS + wallet * 60_000).toISOString();
  const type = index % 3 === 0 ? 'page' : 'track';
  return {
    project_id: 'mine',
    timestamp: at,
    original_timestamp: at,
    received_at: at,
    message_id: `m${index}`,
    type,
    event: type === 'page' ? '' : index % 3 === 1 ? 'signup' : 'buy',
    anonymous_id: `visitor${wallet}`,
    session_id: `session${Math.floor(index / 2)}`,
    address: `0x${wallet}`,
    properties: JSON.stringify({ plan: wallet % 2 === 0 ? 'pro' : 'free', items: [index, 2] }),
    revenue: index % 3 === 2 ? index : 0,
    builder_codes: wallet === 0 ? ['base', 'app'] : [],
    location: wallet === 0 ? 'DE' : 'US',
    page_path: `/page/${wallet}`,
    utm_source: wallet === 1 ? 'x' : '',
  };
});

const foreign = [{ project_id: 'theirs' }, { project_id: 'mine', is_bot: 1 }].map((row, index) => ({
  ...events[0],
  ...row,
  message_id: `${MARK}${index}`,
  event: MARK,
  type: 'track',
  address: MARK,
  properties: JSON.stringify({ plan: MARK }),
}));

async function openQueries(): Promise<QueryUnderTest> {
  const directory = await createTemporaryDirectory();
  const database = await openTestAnalytics({ directory: join(directory.path, 'analytics') });
  const file = join(directory.path, 'rows.ndjson');
  await writeFile(file, [...events, ...foreign].map((row) => `${JSON.stringify(row)}\n`).join(''));
  await database.load({ table: 'events', file, token: 'rows' });
  const secretFile = join(directory.path, 'secret.csv');
  await writeFile(secretFile, `${MARK},1\n`);
  await database.execute(`CREATE TABLE secrets (text String) ENGINE = MergeTree ORDER BY text`);
  await database.execute(`INSERT INTO secrets SELECT '${MARK}'`);
  // All rows are inserted together, so that they are in one part, which the engine reads in one go.
  await database.execute(
    `INSERT INTO wallet_labels (project_id, wallet, tag_id, value, version, is_deleted)
     VALUES ('mine', '0x1', 'vip', 'vip', 1, 0), ('theirs', '0x1', '${MARK}', '${MARK}', 1, 0),
            ('mine', '0x2', '${MARK}', '${MARK}', 1, 1)`,
  );
  await database.execute(
    `INSERT INTO profiles (project_id, wallet, ens, revenue, version)
     VALUES ('mine', '0x1', 'vip', 70, 1), ('theirs', '0x1', '${MARK}', 70, 1)`,
  );
  const service = createQueryService(createQueryStore(database));
  return {
    database,
    service,
    secretFile,
    run: (query) => service.run(query, { workspaceId: 'ws', projectIds: ['mine'] }),
    async close() {
      await database.close();
      await directory.remove();
    },
  };
}

/** Must be called at the top of a test file: sets up the engine for all its tests. */
export function useQueries() {
  const cleanUp = createCleanup();
  const queries = {} as QueryUnderTest;
  beforeAll(async () => {
    Object.assign(queries, await openQueries());
    cleanUp(queries.close);
  });
  /** The answer as text, or the reason of the refusal. Any other failure fails the test. */
  const outcomeOf = async (query: string): Promise<string> => {
    try {
      return JSON.stringify(await queries.run(query));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'BAD_REQUEST')
        return `refused: ${error.message}`;
      throw new Error(`${query} led to ${error}`, { cause: error });
    }
  };
  return { queries, outcomeOf };
}
