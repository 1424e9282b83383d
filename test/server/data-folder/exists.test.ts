// What cannot be looked at is not taken for missing.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exists } from '../../../src/server/data-folder/exists.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('tells what is there from what is missing, and from what cannot be looked at', async () => {
  const directory = await createTestDirectory(cleanUp);
  const at = (...names: string[]) => exists(join(directory, ...names));
  await writeFile(join(directory, 'file'), '');
  await symlink('loop', join(directory, 'loop'));
  expect(await at('file')).toBe(true);
  expect(await at('nothing')).toBe(false);
  expect(await at('file', 'below')).toBe(false);
  await expect(at('loop')).rejects.toThrow('ELOOP');
});
