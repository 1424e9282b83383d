// Only one process at a time owns the directory; a kill at any moment loses no answered load.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DatabaseInUseError } from '../../../../src/server/database/database-errors.js';
import { builtFile } from '../../../support/built.js';
import { eventually } from '../../../support/eventually.js';
import { startNodeProcess } from '../../../support/node-process.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

/** A minimal server: opens the directory, then loads one segment after the other and prints each. */
const SERVER = `
  const [openFile, directory, options] = process.argv.slice(1);
  const { busy, segments, count } = JSON.parse(options);
  const { openAnalytics } = await import(openFile);
  const database = await openAnalytics({ directory, url: 'http://127.0.0.1:4318' });
  if (busy) {
    void database.query('SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1');
    await database.query('SELECT 1');
  }
  console.log(database.enginePid());
  for (let n = 0; n < count; n += 1) {
    await database.load({ table: 'events', file: segments + '/' + n + '.ndjson', token: 'segment-' + n });
    console.log('loaded ' + n);
  }
  setInterval(() => {}, 1_000);
`;

interface ServerOptions {
  readonly busy?: boolean;
  readonly segments?: string;
  readonly count?: number;
}

/** Starts a server that is killed at the end of its test, also after a failure. */
const startServer = (directory: string, options: ServerOptions = {}) => {
  const server = startNodeProcess(SERVER, [
    builtFile('server/database/analytics/open-analytics'),
    directory,
    JSON.stringify(options),
  ]);
  onTestFinished(() => server.kill('SIGKILL'));
  return server;
};

const ROWS = 3_000;

const writeSegments = async (path: string, count: number): Promise<void> => {
  await mkdir(path, { recursive: true });
  for (let segment = 0; segment < count; segment += 1) {
    const lines = Array.from({ length: ROWS }, (_, row) =>
      JSON.stringify({
        project_id: 'prj_1',
        type: 'track',
        message_id: `${segment}-${row}`,
        original_timestamp: `2026-0${1 + (row % 4)}-01T00:00:00Z`,
        properties: { row },
      }),
    );
    await writeFile(join(path, `${segment}.ndjson`), `${lines.join('\n')}\n`);
  }
};

const COUNT = 'SELECT count() AS stored, uniqExact(message_id) AS ids FROM events';

describe('a second owner', () => {
  it('is refused at once with the process id and the URL of the first', async () => {
    const directory = join(folder.path, 'live');
    const server = startServer(directory);
    await server.nextLine();
    const error = await openTestAnalytics({ directory }).catch((e: DatabaseInUseError) => e);
    expect(error).toMatchObject({
      name: 'DatabaseInUseError',
      pid: server.pid,
      url: 'http://127.0.0.1:4318',
    });
    expect(String(error)).toContain(String(server.pid));
    await server.kill('SIGKILL');
  });

  it('is refused in the same process, too, and accepted after the first has closed', async () => {
    const directory = join(folder.path, 'same');
    const first = await openTestAnalytics({ directory });
    await expect(openTestAnalytics({ directory })).rejects.toMatchObject({
      name: 'DatabaseInUseError',
      pid: process.pid,
    });
    await first.close();
    const second = await openTestAnalytics({ directory });
    await second.close();
  });

  it('ignores a note whose process id now belongs to another process', async () => {
    const directory = join(folder.path, 'reused');
    const server = startServer(directory);
    await server.nextLine();
    const note = `${directory}.owner.json`;
    const owner = JSON.parse(await readFile(note, 'utf8'));
    await server.kill('SIGKILL');
    await writeFile(note, JSON.stringify({ ...owner, pid: process.ppid }));
    const database = await openTestAnalytics({ directory });
    await database.close();
  });

  it('ignores a damaged note', async () => {
    const directory = join(folder.path, 'damaged');
    await writeFile(`${directory}.owner.json`, '{"pid":');
    const database = await openTestAnalytics({ directory });
    await database.close();
  });
});

describe('kill -9', () => {
  it('of the server ends its busy engine, and the next one opens right after', async () => {
    const directory = join(folder.path, 'restart');
    const server = startServer(directory, { busy: true });
    await server.nextLine();
    process.kill(server.pid, 'SIGKILL');
    // The statement of the engine would run for longer than opening waits for the lock.
    const database = await openTestAnalytics({ directory });
    await database.close();
  });

  it.each([1, 2, 3])(
    'of the server in the middle of loads leaves exact counts (%i)',
    async (kills) => {
      const directory = join(folder.path, `server-${kills}`);
      const segments = join(folder.path, `segments-${kills}`);
      const count = 6;
      await writeSegments(segments, count);
      const server = startServer(directory, { segments, count });
      // The first line is the process id, then come the loads; the kill hits one of the next loads.
      for (let line = 0; line < kills; line += 1) await server.nextLine();
      await server.kill('SIGKILL');
      const answered = server.drain().length + kills - 1;

      const database = await openTestAnalytics({ directory });
      const before = (await database.query<{ stored: number }>(COUNT)).data[0]?.stored ?? 0;
      expect(before).toBeGreaterThanOrEqual(answered * ROWS);
      for (let n = 0; n < count; n += 1) {
        const file = join(segments, `${n}.ndjson`);
        await database.load({ table: 'events', file, token: `segment-${n}` });
      }
      expect((await database.query(COUNT)).data).toEqual([
        { stored: count * ROWS, ids: count * ROWS },
      ]);
      await database.close();
    },
  );

  it('of the engine in the middle of loads leaves exact counts', async () => {
    const segments = join(folder.path, 'segments-engine');
    const count = 8;
    await writeSegments(segments, count);
    const database = await openTestAnalytics({ directory: join(folder.path, 'engine') });
    let kills = 0;
    for (let n = 0; n < count; n += 1) {
      const request = {
        table: 'events',
        file: join(segments, `${n}.ndjson`),
        token: `segment-${n}`,
      };
      const load = database.load(request);
      const pid = database.enginePid();
      if (pid !== null && n % 2 === 0) setTimeout(() => process.kill(pid, 'SIGKILL'), 5 * n);
      const rejected = await load.then(
        () => false,
        () => true,
      );
      if (rejected) kills += 1;
      // A load waits 15 seconds for the next process, which takes longer to start on a busy machine.
      await eventually(() => database.load(request));
    }
    expect(kills).toBeGreaterThan(0);
    expect((await database.query(COUNT)).data).toEqual([
      { stored: count * ROWS, ids: count * ROWS },
    ]);
    await database.close();
  });
});
