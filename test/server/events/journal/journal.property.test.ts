// After any failures and a crash at any time, nothing acknowledged is lost, and nothing is loaded twice.
import { appendFile, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJournal } from '../../../../src/server/events/journal/journal.js';
import { startLoader } from '../../../../src/server/events/journal/loader.js';
import { recoverSegments } from '../../../../src/server/events/journal/recover.js';
import type { Segment } from '../../../../src/server/events/journal/segment.js';
import { createLog } from '../../../../src/server/log.js';
import { createCleanup } from '../../../support/cleanup.js';
import { PATIENCE_MS } from '../../../support/eventually.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();
const log = createLog('silent');

const rowOf = (id: number): string =>
  JSON.stringify({ project_id: 'p', message_id: String(id), pad: 'ü'.repeat(id % 40) });

/** A database that recognises repeated loads, and fails as scripted, before or after storing. */
const createDatabase = (failures: ('before' | 'after')[]) => {
  const loads = new Map<string, readonly string[]>();
  return {
    async load({ id, path }: Segment) {
      const failure = failures.shift();
      if (failure === 'before') throw new Error('failed before it stored');
      const lines = (await readFile(path, 'utf8')).split('\n');
      expect(lines.pop()).toBe('');
      if (!loads.has(id)) loads.set(id, lines);
      if (failure === 'after') throw new Error('failed after it stored');
    },
    ids: () => [...loads.values()].flat().map((line) => Number(JSON.parse(line).message_id)),
  };
};

const appends = fc.array(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});
const failures = fc.array(fc.constantFrom('before' as const, 'after' as const), { maxLength: 4 });

type Load = (segment: Segment) => Promise<void>;

/** Starts the journal and the loader on a folder, like a start of the server. */
async function begin(directory: string, load: Load) {
  const { segments: leftovers } = await recoverSegments(directory, {
    keepDamaged: async (lines) => {
      throw new Error(`Damaged: ${lines}`);
    },
  });
  const journal = createJournal({ directory, maxBytes: 1e9, maxSegmentBytes: 300, leftovers });
  const isReady = async () => true;
  const backoffMs = () => 0;
  const loader = startLoader({ journal, leftovers, load, isReady, log, gatherMs: 0, backoffMs });
  return {
    async append(rows: readonly string[]) {
      await journal.append(rows);
      loader.wake();
    },
    stop: () => loader.drain(PATIENCE_MS),
  };
}

/** Copies the folder as a kill leaves it: perhaps with a partial row after the acknowledged ones. */
async function copyAsKilled(from: string, to: string, tear: number): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    const file = join(to, name);
    try {
      await copyFile(join(from, name), file);
      await appendFile(file, rowOf(1_000).slice(0, tear));
    } catch (error) {
      // The file was loaded and deleted after it was listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

/** Repeats a load until it succeeds. */
const untilDone =
  (load: Load): Load =>
  async (segment) => {
    for (;;) {
      try {
        return await load(segment);
      } catch {
        // One of the scripted failures.
      }
    }
  };

it('loses nothing acknowledged and loads nothing twice', async () => {
  const root = await createTemporaryDirectory();
  cleanUp(root.remove);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      appends,
      failures,
      fc.nat({ max: 30 }),
      fc.nat({ max: 8 }),
      async (sizes, faults, tear, killAfter) => {
        const before = join(root.path, `${++run}-before`);
        const after = join(root.path, `${run}-after`);
        await mkdir(before);
        const database = createDatabase([...faults]);
        const first = await begin(before, database.load);
        const acknowledged: number[] = [];
        let serial = 0;
        let killed: Promise<void> | undefined;
        let atKill: readonly number[] = [];
        const kill = () => {
          atKill = [...acknowledged];
          killed ??= copyAsKilled(before, after, tear);
        };
        const sent = sizes.map(async (batch) => {
          const ids = batch.map(() => serial++);
          await first.append(ids.map(rowOf));
          acknowledged.push(...ids);
          if (killed === undefined && acknowledged.length > killAfter) kill();
        });
        await Promise.all(sent);
        if (killed === undefined) kill();
        await killed;
        await first.stop();

        const second = await begin(after, untilDone(database.load));
        await second.append([rowOf(999)]);
        await second.stop();
        const stored = database.ids();
        expect(new Set(stored).size).toBe(stored.length);
        expect(stored).toEqual(expect.arrayContaining([...atKill, 999]));
        expect(await readdir(after)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
