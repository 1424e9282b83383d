// An unfinished deletion does not prevent the server from starting, and is finished later.
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDaySums } from '../../../src/server/forget/day-sums.js';
import { createFinishDaySumsJob } from '../../../src/server/forget/finish-day-sums.js';
import { EVER } from '../../../src/server/forget/person-sql.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

/** Daily sums that fail for the given number of times. */
const createSums = (failures: number) => {
  const asked: boolean[] = [];
  let isAlone = false;
  return {
    asked,
    async finish() {
      asked.push(isAlone);
      if (asked.length <= failures) throw new Error('Memory limit exceeded');
    },
    async withoutLoads<T>(work: () => Promise<T>): Promise<T> {
      isAlone = true;
      return work().finally(() => {
        isAlone = false;
      });
    },
  };
};

it('is retried while no events are loaded, until it succeeds', async () => {
  const sums = createSums(2);
  const job = createFinishDaySumsJob({
    daySums: sums,
    log: createLog('silent'),
    withoutLoads: sums.withoutLoads,
    everyMs: 1,
  });
  cleanUp(job.close);
  job.start();
  await eventually(() => expect(sums.asked).toEqual([true, true, true]));
});

it('is noted on the disk before anything is deleted, and until everything is rebuilt', async () => {
  const directory = await createTestDirectory(cleanUp);
  const note = 'unfinished-deletion.json';
  const steps: string[] = [];
  const execute = async (sql: string) => {
    await access(join(directory, note));
    steps.push(sql.split(' ', 1).join());
  };
  const sums = createDaySums({ execute }, directory, async (folder) => {
    expect(await readdir(folder)).toEqual([note]);
    steps.push('synced');
  });
  const nobody = { wallets: [''], anonymous: [''], users: [''], until: EVER };
  await sums.makeAnew({ projects: ['prj_1'], affected: ['0x1'] }, nobody);
  expect(steps.slice(0, 3)).toEqual(['synced', 'ALTER', 'INSERT']);
  expect(await readdir(directory)).toEqual([]);
});
