// The application database survives kill -9 at any moment, also in its first start, and migrates any earlier schema.
import fs from 'node:fs';
import { chmod, cp, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applicationMigrations } from '../../../../src/server/database/application/application-migrations.js';
import { openApplication } from '../../../../src/server/database/application/open-application.js';
import { builtFile } from '../../../support/built.js';
import { eventually } from '../../../support/eventually.js';
import { startNodeProcess } from '../../../support/node-process.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';

let folder: TemporaryDirectory;
/** The directory after a complete first start. Tests copy it, because making one takes seconds. */
let whole: string;

beforeAll(async () => {
  folder = await createTemporaryDirectory();
  whole = join(folder.path, 'whole');
  const database = await openApplication({ directory: whole });
  await database.close();
});
afterAll(() => folder.remove());

/** With 'held', its first start waits before the rename that completes the folder, so that a kill comes before it. */
const SERVER = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [openFile, directory, held] = process.argv.slice(1);
  if (held === 'held') {
    fs.promises.rename = () => new Promise(() => {});
    syncBuiltinESMExports();
    setInterval(() => {}, 1_000);
  }
  const { openApplication } = await import(openFile);
  console.log('starting');
  const database = await openApplication({ directory });
  console.log('open');
  for (let n = 0; ; n += 1) {
    await database.transaction(async (sql) => {
      await sql.query('INSERT INTO workspaces (id, name) VALUES ($1, $2)', ['wsp_' + n, 'x'.repeat(500)]);
      await sql.query('INSERT INTO projects (id, workspace_id, name) VALUES ($1, $2, $3)', ['prj_' + n, 'wsp_' + n, 'y']);
    });
    console.log(n);
  }
`;

it('is accessible to its owner alone, both when created and when others had access before', async () => {
  const directory = join(folder.path, 'private');
  expect((await stat(whole)).mode & 0o077).toBe(0);
  await cp(whole, directory, { recursive: true });
  await chmod(directory, 0o755);
  await (await openApplication({ directory })).close();
  expect((await stat(directory)).mode & 0o077).toBe(0);
});

/** Starts a server that is killed at the end of its test, also after a failure. */
const startServer = (directory: string, held = '') => {
  const server = startNodeProcess(SERVER, [
    builtFile('server/database/application/open-application'),
    directory,
    held,
  ]);
  onTestFinished(() => server.kill('SIGKILL'));
  return server;
};

describe('kill -9', () => {
  it.each([1, 100])(
    'after %i answered transactions loses none and leaves none incomplete',
    async (answers) => {
      const directory = join(folder.path, `written-${answers}`);
      await cp(whole, directory, { recursive: true });
      const server = startServer(directory);
      // The lines are 'starting', 'open', and then one for each transaction.
      for (let line = 0; line < answers + 2; line += 1) await server.nextLine();
      await server.kill('SIGKILL');
      const last = Number(server.drain().at(-1) ?? answers - 1);

      const database = await openApplication({ directory });
      const [row] = await database.query<{ workspaces: number; projects: number }>(
        'SELECT (SELECT count(*) FROM workspaces) AS workspaces, (SELECT count(*) FROM projects) AS projects',
      );
      expect(row?.workspaces).toBeGreaterThanOrEqual(last + 1);
      expect(row?.projects).toBe(row?.workspaces);
      await database.close();
    },
  );

  it('during the first start leaves a folder that the next start can use', async () => {
    const parent = join(folder.path, 'first');
    const directory = join(parent, 'application');
    const server = startServer(directory, 'held');
    await server.nextLine();
    // The kill comes when the first files are on disk, usually long before Postgres has written all.
    const draft = await eventually(async () => {
      const names = await readdir(parent).catch(() => []);
      const name = names.find((candidate) => candidate.startsWith('application.init-'));
      const files = name ? await readdir(join(parent, name)).catch(() => []) : [];
      return files.length > 0 && name;
    });
    await server.kill('SIGKILL');
    expect(await readdir(parent)).toEqual([draft]);

    const database = await openApplication({ directory });
    expect(await database.isReady()).toBe(true);
    expect(await readdir(parent)).toEqual(['application']);
    await database.close();
  });
});

describe('opening', () => {
  it('keeps rows, repeats unrecorded migrations, and refuses a newer schema', async () => {
    const directory = join(folder.path, 'again');
    await cp(whole, directory, { recursive: true });
    const first = await openApplication({ directory });
    await first.query("INSERT INTO workspaces (id, name) VALUES ('wsp_1', 'Team')");
    await first.query('DELETE FROM schema_migrations');
    await first.close();

    const second = await openApplication({ directory });
    expect(await second.query('SELECT id FROM workspaces')).toEqual([{ id: 'wsp_1' }]);
    expect(await second.query('SELECT id FROM schema_migrations ORDER BY id')).toEqual(
      applicationMigrations.map(({ id }) => ({ id })),
    );
    await second.query("INSERT INTO schema_migrations (id) VALUES ('9999-later')");
    await second.close();

    await expect(openApplication({ directory })).rejects.toMatchObject({
      name: 'SchemaTooNewError',
      unknownIds: ['9999-later'],
    });
  });

  it('ignores the postmaster.pid of a dead process', async () => {
    const directory = join(folder.path, 'stale');
    await cp(whole, directory, { recursive: true });
    await writeFile(join(directory, 'postmaster.pid'), `1\n${directory}\n1790000000\n5432\n`);
    const database = await openApplication({ directory });
    expect(await database.isReady()).toBe(true);
    await database.close();
  });

  it('refuses a folder that holds something else', async () => {
    const parent = await createTemporaryDirectory();
    await writeFile(join(parent.path, 'holiday.jpg'), '');
    await expect(openApplication({ directory: parent.path })).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining('is neither empty nor a Postgres data directory'),
    });
    await parent.remove();
  });

  it('names a damaged folder, and reports a damaged dump', async () => {
    const directory = join(folder.path, 'damaged');
    await cp(whole, directory, { recursive: true });
    await truncate(join(directory, 'global', 'pg_control'), 100);
    const away = (message: string) => ({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining(message),
    });
    await expect(openApplication({ directory })).rejects.toMatchObject(
      away(`The application database in ${directory} could not be opened: `),
    );
    const other = join(folder.path, 'from-damaged');
    const dumped = new Blob(['no tar']);
    await expect(openApplication({ directory: other, dumped })).rejects.toMatchObject(
      away(`The application database could not be created in ${other}: `),
    );
  });

  it('takes no folder for damaged where the system gives no memory, as below ulimit -v', async () => {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = class extends Memory {
      constructor(size: WebAssembly.MemoryDescriptor) {
        super(size);
        throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      }
    };
    onTestFinished(() => {
      WebAssembly.Memory = Memory;
    });
    await expect(openApplication({ directory: whole })).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message:
        `The application database in ${whole} could not be opened: WebAssembly.Memory(): could not allocate ` +
        'memory. Let the process use more address space: ulimit -v unlimited.',
    });
  });

  it('reports that the disk may be full where the first start cannot write its files', async () => {
    const directory = join(folder.path, 'full');
    const { writeSync } = fs;
    const set = (write: typeof writeSync): void => {
      fs.writeSync = write;
      syncBuiltinESMExports();
    };
    set(() => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', errno: -28 });
    });
    onTestFinished(() => set(writeSync));
    await expect(openApplication({ directory })).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringMatching(/created in .*full: .* Its files may be .* the disk full\.$/),
    });
  });
});
