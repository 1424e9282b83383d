// The messages for errors at the start of the server.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { explain } from '../../../src/server/cli/explain.js';
import { readSettings } from '../../../src/server/settings/settings.js';

it('names HOST where it cannot be resolved', async () => {
  const host = 'nobody.invalid';
  const [error] = await once(createServer().listen(0, host), 'error');
  const said = explain(error, readSettings({ HOST: host }, '/here'));
  expect(said).toMatch(
    /^Cannot listen on nobody\.invalid:4318: getaddrinfo .* Set HOST or PORT\.$/,
  );
});

it.each([
  ['ENOSPC', 'Free space on its disk'],
  ['EDQUOT', 'Free space in its quota'],
  ['EROFS', 'Remount its disk as writable'],
  ['EEXIST', 'Move away the file, or the link that leads nowhere, in this place'],
  ['ENOTDIR', 'Move away the file, or the link that leads nowhere, in this place'],
  [
    'EACCES',
    'Run the command as the owner of the folder, give this user all of its files (chown -R)',
  ],
])('explains %s in the data folder: %s', (code, remedy) => {
  const error = Object.assign(new Error(`${code}: open '/here/data/a'`), { code, syscall: 'open' });
  expect(explain(error, readSettings({ CHAINTRAIL_DATA: '/here/data' }, '/here'))).toBe(
    `Cannot use the data folder /here/data: ${error.message}. ${remedy}, or set CHAINTRAIL_DATA to another folder.`,
  );
});

it('blames no data folder where too many files are open', () => {
  const error = Object.assign(new Error("EMFILE: too many open files, open '/app/a.js'"), {
    code: 'EMFILE',
    syscall: 'open',
  });
  expect(explain(error, readSettings({}, '/here'))).toBe(
    `${error.message}. Let the process open more files: ulimit -n 4096.`,
  );
});
