// The process of the engine: it reports what it cannot open, and is killed when it hangs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEngineChild } from '../../../../src/server/database/analytics/engine-child.js';
import { StatementHungError } from '../../../../src/server/database/database-errors.js';
import { builtFile } from '../../../support/built.js';
import { isAlive, PATIENCE_MS } from '../../../support/eventually.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

const start = (directory: string) =>
  startEngineChild(
    builtFile('server/database/analytics/chdb-child'),
    { directory, memoryLimitBytes: 1_000_000_000, concurrency: 2 },
    PATIENCE_MS,
  );

describe('the process of the engine', () => {
  it('is killed when it does not answer in time', async () => {
    const child = await start(join(folder.path, 'hung'));
    process.kill(child.pid, 'SIGSTOP');
    const call = child.call({ kind: 'run', prepare: [], sql: 'SELECT 1' }, 300);
    await expect(call).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining('300 ms'),
    });
    await child.ended;
    await expect(call).rejects.toBeInstanceOf(StatementHungError);
    expect(isAlive(child.pid)).toBe(false);
    const late = child.call({ kind: 'run', prepare: [], sql: 'SELECT 1' }, 300);
    await expect(late).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  });

  it("gets what loads packages under Yarn's Plug'n'Play, and no other options of Node", async () => {
    const environmentOf = async (directory: string) => {
      const child = await start(join(folder.path, directory));
      const environment = await readFile(`/proc/${child.pid}/environ`, 'utf8');
      child.kill();
      await child.ended;
      return environment.split('\0');
    };
    const option = 'NODE_OPTIONS=--title=plug-n-play';
    vi.stubEnv('NODE_OPTIONS', '--title=plug-n-play');
    try {
      expect(await environmentOf('plain')).not.toContain(option);
      process.versions.pnp = '3';
      expect(await environmentOf('pnp')).toContain(option);
    } finally {
      delete process.versions.pnp;
      vi.unstubAllEnvs();
    }
  });

  it('ends on close after it has answered its statements', async () => {
    const child = await start(join(folder.path, 'closed'));
    const slow = child.call({ kind: 'run', prepare: [], sql: 'SELECT sleep(0.3)' }, PATIENCE_MS);
    await child.call({ kind: 'close' }, PATIENCE_MS);
    expect((await slow).length).toBeGreaterThan(0);
    await child.ended;
  });

  it('keeps the output of a failed statement out of the next answer', async () => {
    const child = await start(join(folder.path, 'leak'));
    const run = (sql: string) => child.call({ kind: 'run', prepare: [], sql }, PATIENCE_MS);
    const failing = `SELECT number, throwIf(number = 50000) FROM numbers(100000)
      SETTINGS max_block_size = 100`;
    await expect(run(failing)).rejects.toMatchObject({ code: '395' });
    const next = Buffer.from(await run('SELECT 1 AS one')).toString();
    expect(JSON.parse(next).data).toEqual([{ one: 1 }]);
    child.kill();
    await child.ended;
  });

  it('runs at most as many statements in parallel as configured', async () => {
    const child = await start(join(folder.path, 'gate'));
    // Each lasts long enough that the next one begins before its end, also on a busy machine.
    const sql = 'SELECT (SELECT count() FROM system.processes) AS running, sleep(1)';
    const answers = Array.from({ length: 8 }, async () => {
      const json = await child.call({ kind: 'run', prepare: [], sql }, PATIENCE_MS);
      return JSON.parse(Buffer.from(json).toString()).data[0].running;
    });
    expect(Math.max(...(await Promise.all(answers)))).toBe(2);
    child.kill();
    await child.ended;
  });

  it('does not count as hung while a statement waits for its turn', async () => {
    const child = await start(join(folder.path, 'waiting'));
    const run = (sql: string, timeoutMs: number) =>
      child.call({ kind: 'run', prepare: [], sql }, timeoutMs);
    const sixSeconds = 'SELECT sleep(3), sleep(2.9)';
    const first = [sixSeconds, sixSeconds].map((sql) => run(sql, PATIENCE_MS));
    const patient = run(sixSeconds, 11_000);
    const impatient = run('SELECT 1', 50);
    await expect(impatient).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining('is busy: 2 statements run'),
    });
    await expect(impatient).rejects.not.toBeInstanceOf(StatementHungError);
    // It waited for six seconds and ran for six: together longer than its timeout, which counts only the run.
    for (const answer of [...first, patient]) expect((await answer).length).toBeGreaterThan(0);
    expect(isAlive(child.pid)).toBe(true);
    child.kill();
    await child.ended;
  });

  it('distinguishes a locked directory from one that cannot be opened', async () => {
    const directory = join(folder.path, 'locked');
    const child = await start(directory);
    await expect(start(directory)).rejects.toMatchObject({ name: 'DirectoryLockedError' });
    child.kill();
    await child.ended;

    const file = join(folder.path, 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining(file),
    });
  });

  it('reports why it could not be started', async () => {
    const open = {
      directory: folder.path,
      memoryLimitBytes: 1,
      concurrency: 1,
    } as const;
    const missing = startEngineChild(join(folder.path, 'missing.js'), open, PATIENCE_MS);
    await expect(missing).rejects.toMatchObject({
      name: 'DatabaseUnavailableError',
      message: expect.stringContaining('missing.js'),
    });
  });
});
