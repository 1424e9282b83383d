// Starts the real Postgres server of Debian on an empty folder and a free port.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { eventually } from './eventually.js';
import { killWithThisProcess } from './kill-with-this-process.js';
import { pathFolders } from './path-folders.js';
import { unusedPort } from './unused-port.js';

export interface TestPostgres {
  /** Creates an empty database, and returns its URL with the user and the password. */
  newDatabase(): string;
  /** Starts it again as a standby, which can only be read until `SELECT pg_promote()`. Connections are closed. */
  becomeStandby(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const PASSWORD = "it's a pass/word";

/** The folder of initdb and postgres. @throws an error that names what to install where they are missing */
const ensurePrograms = (): string =>
  ensureInstalled({
    name: 'Postgres',
    variable: 'POSTGRES_BIN',
    debianPackage: 'postgresql',
    find: ({ env, exists }) => {
      const versions = exists(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
      return [
        ...(env.POSTGRES_BIN ? [env.POSTGRES_BIN] : []),
        ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
        ...pathFolders(env),
      ].find((folder) => exists(join(folder, 'initdb')));
    },
  });

const isRoot = process.getuid?.() === 0;

/** Postgres refuses to run as root, so it runs as the user that its package creates. */
const findUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (!isRoot) return undefined;
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const start = (programs: string, folder: string, port: number): ChildProcess => {
  const args = ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'];
  const child = spawn(join(programs, 'postgres'), args, { stdio: 'ignore', ...findUser() });
  killWithThisProcess(child, 'SIGQUIT');
  return child;
};

/** Resolves when it accepts connections. It ends with `stop` or with this process. */
export const startPostgres = async (): Promise<TestPostgres> => {
  const programs = ensurePrograms();
  const user = findUser();
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-postgres-'));
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  await chmod(folder, 0o700);
  if (user !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const init = ['-D', join(folder, 'data'), '-U', 'tester', '-A', 'scram-sha-256', '--no-sync'];
  execFileSync(join(programs, 'initdb'), [...init, '--encoding=UTF8', `--pwfile=${passwordFile}`], {
    stdio: 'ignore',
    ...user,
  });
  const port = await unusedPort();
  let server = start(programs, folder, port);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const ask = (database: string, sql: string) =>
    execFileSync(join(programs, 'psql'), ['-h', '127.0.0.1', '-p', String(port), '-c', sql], {
      stdio: 'ignore',
      env: { PGPASSWORD: PASSWORD, PGUSER: 'tester', PGDATABASE: database },
    });
  await eventually(() => void ask('postgres', 'SELECT 1'));
  let made = 0;
  return {
    newDatabase() {
      made += 1;
      const name = `chaintrail_${made}`;
      ask('postgres', `CREATE DATABASE ${name}`);
      return `postgres://tester:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`;
    },
    async becomeStandby() {
      // The fast shutdown, after which nothing has to be recovered.
      await end('SIGINT');
      await writeFile(join(folder, 'data', 'standby.signal'), '');
      server = start(programs, folder, port);
      await eventually(() => void ask('postgres', 'SELECT 1'));
    },
    async stop() {
      // The immediate shutdown, which does not wait for open connections.
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
