// An unreadable note of an unfinished deletion is reported once, and does not block later deletions.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDaySums } from '../../../src/server/forget/day-sums.js';
import { EVER } from '../../../src/server/forget/person-sql.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it.each(['', '{"projects":["prj_1"],"mo', '{"projects":[]}', 'null', '{}', '[]'])(
  'reports and sets aside a note with the content %j',
  async (text) => {
    const directory = await createTestDirectory(cleanUp);
    const note = join(directory, 'unfinished-deletion.json');
    await writeFile(note, text);
    let made = 0;
    const execute = async () => {
      made += 1;
    };
    const sums = createDaySums({ execute }, directory);
    await expect(sums.finish()).rejects.toThrow('Repeat the deletion that was interrupted');
    // The file is kept for inspection.
    expect(await readFile(`${note}.unreadable`, 'utf8')).toBe(text);
    await sums.finish();
    expect(made).toBe(0);
    const nobody = { wallets: [''], anonymous: [''], users: [''], until: EVER };
    await sums.makeAnew({ projects: ['prj_1'], affected: ['0x1'] }, nobody);
    expect(made).toBeGreaterThan(0);
  },
);
