// Two genuine server processes on one Postgres and one ClickHouse, as an installation of several has them.
import { connectAdmin } from '../../src/server/admin/connect.js';
import type { Admin } from '../../src/server/admin/operations.js';
import type { Undo } from './cleanup.js';
import { type ClickhouseFront, startClickhouseFront } from './clickhouse/front.js';
import { startPostgres } from './postgres.js';
import { type ServerProcess, startServerProcess } from './server.js';
import { createTemporaryDirectory } from './temporary-directory.js';

export type ServerIndex = 0 | 1;

export interface ServerPair {
  readonly front: ClickhouseFront;
  /** Of the Postgres database. */
  readonly applicationUrl: string;
  /** The settings of both. */
  readonly env: Readonly<Record<string, string>>;
  readonly folders: readonly [string, string];
  server(index: ServerIndex): ServerProcess;
  /** `kill -9`. */
  kill(index: ServerIndex): Promise<void>;
  /** Again on its folder and port. */
  start(index: ServerIndex): Promise<void>;
  /** What the command line asks of a server. */
  admin(index: ServerIndex): Promise<Admin>;
}

/**
 * Starts both at once on databases that are empty.
 *
 * @param cleanUp is handed what ends each part
 * @param settings further ones, of both
 */
export const startServerPair = async (
  cleanUp: (undo: Undo) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerPair> => {
  const front = await startClickhouseFront();
  cleanUp(front.stop);
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  const applicationUrl = postgres.newDatabase();
  const env = { ...settings, ANALYTICS_URL: front.url, APPLICATION_URL: applicationUrl };
  const [one, two] = [await createTemporaryDirectory(), await createTemporaryDirectory()];
  for (const { remove } of [one, two]) cleanUp(remove);
  const servers: [ServerProcess, ServerProcess] = await Promise.all([
    startServerProcess({ dataDirectory: one.path, env }),
    startServerProcess({ dataDirectory: two.path, env }),
  ]);
  cleanUp(() => Promise.all(servers.map((server) => server.end('SIGKILL'))));
  const folders = [one.path, two.path] as const;
  return {
    front,
    applicationUrl,
    env,
    folders,
    server: (index) => servers[index],
    async kill(index) {
      await servers[index].end('SIGKILL');
    },
    async start(index) {
      const { port } = new URL(servers[index].url);
      servers[index] = await startServerProcess({ dataDirectory: folders[index], port, env });
    },
    async admin(index) {
      const connected = await connectAdmin(folders[index]);
      if (connected === undefined) throw new Error('The server has no admin socket.');
      return connected;
    },
  };
};
