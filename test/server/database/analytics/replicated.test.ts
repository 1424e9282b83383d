// The tables as a cluster has them. The engine in this test cannot replicate, nor run a statement on a cluster, but
// it makes replicated tables, and refuses for them what a cluster would refuse.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { analyticsMigrations } from '../../../../src/server/database/analytics/analytics-migrations.js';
import {
  setSettings,
  statementSettings,
} from '../../../../src/server/database/analytics/statement-settings.js';
import { replicatedStorage } from '../../../../src/server/database/analytics/table-storage.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startNodeProcess } from '../../../support/node-process.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();

/** `testkeeper` stands for a Keeper, within the engine. */
const CONFIG = `<clickhouse>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>1</shard><replica>1</replica></macros>
  <default_replica_path>/tables/{uuid}/{shard}</default_replica_path>
  <default_replica_name>{replica}</default_replica_name>
</clickhouse>`;

/** Prints, for each statement of its last argument, the code of the error or null. */
const RUN = `
import { Session } from 'chdb';
const [directory, config, statements] = process.argv.slice(1);
const session = new Session(directory, { connectionArgs: ['--config-file=' + config] });
const codeOf = async (sql) => {
  try {
    await session.queryAsync(sql);
    return null;
  } catch (error) {
    return String(error.clickhouseCode);
  }
};
const codes = [];
for (const sql of JSON.parse(statements)) codes.push(await codeOf(sql));
console.log(JSON.stringify(codes));
process.kill(process.pid, 'SIGKILL');
`;

let folder: string;
beforeAll(async () => {
  const temporary = await createTemporaryDirectory();
  cleanUp(temporary.remove);
  folder = temporary.path;
  await writeFile(join(folder, 'config.xml'), CONFIG);
});

/** What `ON CLUSTER` does to a statement before a server of the cluster runs it. */
const onOneServer = (sql: string): string =>
  sql
    .replace(
      /^(CREATE TABLE (?:IF NOT EXISTS )?\w+) ON CLUSTER `main`/,
      `$1 UUID '${randomUUID()}'`,
    )
    .replace(/ON CLUSTER `main`/, '');

const errorCodes = async (statements: readonly string[]): Promise<readonly (string | null)[]> => {
  const args = [join(folder, randomUUID()), join(folder, 'config.xml'), JSON.stringify(statements)];
  const child = startNodeProcess(RUN, args);
  return JSON.parse(await child.nextLine());
};

const TABLES = analyticsMigrations(replicatedStorage('main'))
  .flatMap(({ statements }) => statements)
  .filter((sql) => sql.startsWith('CREATE TABLE') && !sql.includes('_next'))
  .map(onOneServer);

it('are made with the engines and settings of a cluster', async () => {
  expect(TABLES.length).toBeGreaterThan(10);
  expect(await errorCodes(TABLES)).toEqual(TABLES.map(() => null));
});

it('take deletions that choose rows by other tables', async () => {
  const deletion =
    'ALTER TABLE wallet_labels DELETE WHERE wallet IN (SELECT wallet FROM wallet_imports)';
  const [refused, , taken] = (
    await errorCodes([...TABLES, deletion, setSettings(statementSettings(1_000, 1e9)), deletion])
  ).slice(TABLES.length);
  expect(refused).toBe('36');
  // It cannot begin all the same, because there is no replica.
  expect(taken).not.toBe(refused);
});
