// A file of another user, as a command leaves that ran as root: whoever starts the server is told which, and why.
import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DatabaseInUseError } from '../../../src/server/database/database-errors.js';
import { usable } from '../../../src/server/database/usable.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openNewAnalytics } from './analytics/open-test-analytics.js';

const directoryWithStatus = async (): Promise<{ directory: string; status: string }> => {
  const folder = await createTemporaryDirectory();
  onTestFinished(folder.remove);
  const directory = join(folder.path, 'analytics');
  const status = join(directory, 'status');
  // In the place of the file that the engine locks: it cannot open this, whoever runs the test.
  await mkdir(status, { recursive: true });
  return { directory, status };
};

/** Root, who may run the tests, may use every file. */
const forbid = (forbidden: string): void => {
  const { access } = fs.promises;
  const set = (replacement: typeof access): void => {
    fs.promises.access = replacement;
    syncBuiltinESMExports();
  };
  set(async (path, mode) => {
    const refusal = { code: 'EACCES', syscall: 'access', path };
    if (path === forbidden) throw Object.assign(new Error(`EACCES: ${path}`), refusal);
    return access(path, mode);
  });
  onTestFinished(() => set(access));
};

it('names a file that may not be used, in place of what the engine says', async () => {
  const { directory, status } = await directoryWithStatus();
  await expect(openNewAnalytics({ directory })).rejects.toThrow('cannot be opened');
  forbid(status);
  await expect(openNewAnalytics({ directory })).rejects.toMatchObject({
    syscall: 'access',
    path: status,
  });
  const inUse = new DatabaseInUseError(directory, 7, null);
  await expect(usable(directory, Promise.reject(inUse))).rejects.toBe(inUse);
});
