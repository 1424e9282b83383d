// Two real server processes that share one Postgres and one ClickHouse, like an installation of several servers.
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
  /** The URL of the Postgres database. */
  readonly applicationUrl: string;
  /** The settings of both servers. */
  readonly env: Readonly<Record<string, string>>;
  readonly folders: readonly [string, string];
  server(index: ServerIndex): ServerProcess;
  /** Ends a server by SIGKILL. */
  kill(index: ServerIndex): Promise<void>;
  /** Starts a server again on its folder and port. */
  start(index: ServerIndex): Promise<void>;
  /** The admin connection of a server, which the command line uses. */
  admin(index: ServerIndex): Promise<Admin>;
}

/**
 * Starts both at the same time on empty databases.
 *
 * @param cleanUp receives the functions that stop each part
 * @param settings further settings of both servers
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
