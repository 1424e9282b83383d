// A ClickHouse server whose answers get lost on their way, whole or in part, on connections that stay open.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { parseClickhouseUrl } from '../../../../src/server/database/analytics/clickhouse-url.js';
import { openClickhouse } from '../../../../src/server/database/analytics/open-clickhouse.js';
import type { AnalyticsDatabase } from '../../../../src/server/database/ports.js';
import { createCleanup } from '../../../support/cleanup.js';
import { type ClickhouseFront, startClickhouseFront } from '../../../support/clickhouse/front.js';
import { eventually } from '../../../support/eventually.js';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();
let front: ClickhouseFront;
let proxy: TcpProxy;
let database: AnalyticsDatabase;
let file: string;

beforeAll(async () => {
  front = await startClickhouseFront();
  cleanUp(front.stop);
  proxy = await startTcpProxy(front.url);
  cleanUp(proxy.stop);
  const limits = { queryTimeoutMs: 1_000, writeTimeoutMs: 1_000 };
  // The migrations take longer than these limits.
  await (await openClickhouse({ server: parseClickhouseUrl(front.url) })).close();
  database = await openClickhouse({ server: parseClickhouseUrl(proxy.url), limits });
  cleanUp(database.close);
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  file = join(folder.path, 'rows.ndjson');
  await writeFile(
    file,
    '{"id_hash":"one","project_id":"","forgotten_at":"2026-01-01 00:00:00.000"}\n',
  );
});

beforeEach(() => {
  proxy.answers = 'pass';
});

it('statements fail whose answers stall before their end', async () => {
  proxy.answers = 'stall';
  const statements = [
    database.query('SELECT 1'),
    database.execute('SELECT 1'),
    database.load({ table: 'forgotten', file, token: 'stalled' }),
  ];
  const ends = await Promise.allSettled(statements);
  expect(ends.map((end) => end.status === 'rejected' && end.reason.name)).toEqual(
    ends.map(() => 'DatabaseUnavailableError'),
  );
  proxy.answers = 'pass';
  expect((await database.query('SELECT 1 AS one')).data).toEqual([{ one: 1 }]);
});

it('checks of readiness give their connections back', async () => {
  proxy.answers = 'lose';
  expect(await database.isReady()).toBe(false);
  await eventually(() => expect(proxy.connections()).toBe(0));
  proxy.answers = 'pass';
  expect(await database.isReady()).toBe(true);
});

it('a load is refused while an earlier one with its token still runs', async () => {
  const repeated = { table: 'forgotten', file, token: 'repeated' };
  front.slowDown(1_000);
  const ends = await Promise.allSettled([database.load(repeated), database.load(repeated)]);
  front.slowDown(0);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'DatabaseUnavailableError', message: expect.stringContaining('running') },
  });
  await database.load(repeated);
});
