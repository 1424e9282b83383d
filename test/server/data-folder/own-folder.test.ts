// Only one process owns a part of a data folder, even if several try to take it at the same moment.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../../support/built.js';
import { startNodeProcess } from '../../support/node-process.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';

const PROCESSES = 5;
const ROUNDS = 40;

/** Tries to take one folder after another, each time when all other processes are ready. */
const CANDIDATE = `
  const [file, folders, name, count, isApart] = process.argv.slice(1);
  // Stands for a process in another container, whose id means nothing to the others.
  if (isApart === 'true') Object.defineProperty(process, 'pid', { value: 2 ** 30 + Number(name) });
  const { readdirSync, writeFileSync } = await import('node:fs');
  const { ownPart } = await import(file);
  for (const folder of JSON.parse(folders)) {
    writeFileSync(folder + '/here/' + name, '');
    while (readdirSync(folder + '/here').length < Number(count));
    try {
      await ownPart(folder, 'journal', null);
      console.log('owner');
    } catch (error) {
      console.log(error.name);
    }
  }
  setInterval(() => {}, 1_000);
`;

/** The note of a process that has ended, whose id belongs to another process by now. */
const DEAD = { pid: process.pid, started_at: '2026-01-01T00:00:00.000Z', start_ticks: '1' };

it.each([
  ['by a process that is gone', 'of one system', true, false],
  ['by nobody', 'of one system', false, false],
  ['by a process that is gone', 'in containers', true, true],
  ['by nobody', 'in containers', false, true],
])(
  'a folder that is owned %s goes to one of several processes %s that take it at once',
  async (...example) => {
    const [, , isStale, isApart] = example;
    const directory = await createTemporaryDirectory();
    onTestFinished(directory.remove);
    const folders = Array.from({ length: ROUNDS }, (_, round) => join(directory.path, `${round}`));
    for (const folder of folders) {
      await mkdir(join(folder, 'here'), { recursive: true });
      if (isStale) await writeFile(join(folder, 'journal.owner.json'), JSON.stringify(DEAD));
    }
    const candidates = Array.from({ length: PROCESSES }, (_, index) =>
      startNodeProcess(CANDIDATE, [
        builtFile('server/data-folder/own-folder'),
        JSON.stringify(folders),
        `${index}`,
        `${PROCESSES}`,
        `${isApart}`,
      ]),
    );
    onTestFinished(async () => {
      await Promise.all(candidates.map(({ kill }) => kill('SIGKILL')));
    });
    const refused = Array<string>(PROCESSES - 1).fill('DatabaseInUseError');
    for (let round = 0; round < ROUNDS; round += 1) {
      const told = await Promise.all(candidates.map(({ nextLine }) => nextLine()));
      expect(told.sort(), `in round ${round}`).toEqual([...refused, 'owner']);
    }
  },
);
