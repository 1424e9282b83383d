// A note of an unfinished deletion that cannot be read is told once, and keeps no later one from running.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDaySums } from '../../../src/server/forget/day-sums.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it.each(['', '{"projects":["prj_1"],"da', 'null', '{}', '[]'])('of %j', async (text) => {
  const directory = await createTestDirectory(cleanUp);
  const note = join(directory, 'unfinished-deletion.json');
  await writeFile(note, text);
  let made = 0;
  const execute = async () => {
    made += 1;
  };
  const sums = createDaySums({ execute }, directory);
  await expect(sums.finish()).rejects.toThrow('Delete again whose deletion was cut short');
  // It is kept for whoever can make sense of it.
  expect(await readFile(`${note}.unreadable`, 'utf8')).toBe(text);
  await sums.finish();
  expect(made).toBe(0);
  const nobody = { wallets: [''], anonymous: [''], users: [''] };
  await sums.makeAnew({ projects: ['prj_1'], affected: ['0x1'] }, nobody);
  expect(made).toBeGreaterThan(0);
});
