// Known defects of chDB have no effect outside: errors inside the engine are confined to its process.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedAnalytics } from '../../../../src/server/database/analytics/open-analytics.js';
import { eventually, isAlive } from '../../../support/eventually.js';
import { fromRoot } from '../../../support/project.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

let folder: TemporaryDirectory;
let database: EmbeddedAnalytics;

beforeAll(async () => {
  folder = await createTemporaryDirectory();
  database = await openTestAnalytics({
    directory: join(folder.path, 'analytics'),
    queryTimeoutMs: 6_000,
    queryMemoryBytes: 100_000_000,
  });
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

const enginePid = (): number => {
  const pid = database.enginePid();
  if (pid === null) throw new Error('No engine process');
  return pid;
};

const slowQuery = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';

describe('a failing statement', () => {
  it('leaves nothing in the answers of parallel statements', async () => {
    const failing =
      'SELECT number, throwIf(number = 50000) FROM numbers(100000) SETTINGS max_block_size = 100';
    const mixed = Array.from({ length: 60 }, (_, n) =>
      n % 3 === 0
        ? database.query(failing).catch((error: Error) => error.name)
        : database.query('SELECT {n:UInt32} AS n', { n }).then(({ data }) => data),
    );
    const answers = await Promise.all(mixed);
    expect(answers).toEqual(answers.map((_, n) => (n % 3 === 0 ? 'DatabaseQueryError' : [{ n }])));
  });

  it('is cancelled by the engine when it takes too long', async () => {
    await expect(database.query(slowQuery)).rejects.toMatchObject({ code: '159' });
  });

  it('is cancelled by the engine when it takes too much memory, without a new process', async () => {
    const before = enginePid();
    const greedy = database.query(
      // On a busy machine, the time limit would be reached first.
      'SELECT length(groupArray(number)) FROM numbers(100000000) SETTINGS max_execution_time = 100',
    );
    await expect(greedy).rejects.toMatchObject({ code: '241' });
    expect(enginePid()).toBe(before);
  });

  it('waits for its turn when many run, but the readiness check does not', async () => {
    const many = Promise.all(Array.from({ length: 16 }, () => database.query('SELECT sleep(3)')));
    const first = await Promise.race([
      many.then(() => 'the queries'),
      eventually(() => database.isReady()).then(() => 'the check'),
    ]);
    expect(first).toBe('the check');
    expect(await many).toHaveLength(16);
  });
});

describe('bound values', () => {
  it('do not serialise statements', async () => {
    const order: string[] = [];
    const ask = (name: string, seconds: number) =>
      database
        .query('SELECT {name:String} AS name, sleep({seconds:Float64})', { name, seconds })
        .then(() => order.push(name));
    await Promise.all([ask('slow', 3), ask('quick', 0)]);
    expect(order).toEqual(['quick', 'slow']);
  });

  it('keep the milliseconds of a time, which is bound as text', async () => {
    const { data } = await database.query(
      "SELECT toString({at:DateTime64(3, 'UTC')}) AS at, toString(parseDateTime64BestEffort({iso:String}, 3, 'UTC')) AS iso",
      { at: '2026-11-20 10:00:00.123', iso: '2026-11-20T10:00:00.123Z' },
    );
    expect(data).toEqual([{ at: '2026-11-20 10:00:00.123', iso: '2026-11-20 10:00:00.123' }]);
  });
});

it('uses neither the shared session of chDB nor its own parameter binding', async () => {
  const file = fromRoot('src/server/database/analytics/chdb-sessions.ts');
  const source = await readFile(file, 'utf8');
  expect(source).not.toMatch(/chdb\/connection|queryBind|worker_threads/);
});

describe('the settings of every statement', () => {
  it('turn off asynchronous inserts', async () => {
    const { data } = await database.query("SELECT getSetting('async_insert') AS later");
    expect(data).toEqual([{ later: false }]);
  });

  it('do not leak parameters into the next statement', async () => {
    await database.query('SELECT {only_here:String}', { only_here: 'x' });
    await expect(database.query('SELECT {only_here:String}')).rejects.toMatchObject({
      code: '456',
    });
  });
});

describe('the process of the engine', () => {
  it('has enough threads, and no trap handler of WebAssembly', async () => {
    const environment = await readFile(`/proc/${enginePid()}/environ`, 'utf8');
    expect(environment).toContain('UV_THREADPOOL_SIZE=16');
    const command = await readFile(`/proc/${enginePid()}/cmdline`, 'utf8');
    expect(command).toContain('--disable-wasm-trap-handler');
  });

  it('does not inherit the environment of the server', async () => {
    const environment = await readFile(`/proc/${enginePid()}/environ`, 'utf8');
    expect(environment).not.toContain('VITEST');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ignores %s, which the server handles',
    async (signal) => {
      const before = enginePid();
      process.kill(before, signal);
      expect((await database.query('SELECT 1 AS one')).data).toEqual([{ one: 1 }]);
      expect(enginePid()).toBe(before);
    },
  );

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGBUS'] as const)(
    'dies at once of %s: pending statements are rejected, and later ones work',
    async (signal) => {
      const before = enginePid();
      const pending = database.query('SELECT sleep(3)').then(
        () => 'answered',
        (error: Error) => error,
      );
      await database.query('SELECT 1');
      process.kill(before, signal);
      expect(await pending).toMatchObject({
        name: 'DatabaseUnavailableError',
        message: expect.stringContaining(signal),
      });
      expect(isAlive(before)).toBe(false);
      expect(await database.isReady()).toBe(false);
      // A statement waits 15 seconds for the next process, which takes longer to start on a busy machine.
      const later = await eventually(() => database.query('SELECT 1 AS one'));
      expect(later.data).toEqual([{ one: 1 }]);
      await eventually(() => database.isReady());
      expect(enginePid()).not.toBe(before);
    },
  );

  it('is not ready while it is stopped, and continues afterwards', async () => {
    const before = enginePid();
    process.kill(before, 'SIGSTOP');
    expect(await database.isReady()).toBe(false);
    process.kill(before, 'SIGCONT');
    await eventually(() => database.isReady());
    expect(enginePid()).toBe(before);
  });
});
