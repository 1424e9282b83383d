// A service whose spool cannot be opened at the start.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TrackerError } from '../../src/core/tracker-error.js';
import { createSpoolStart } from '../../src/node/start-spool.js';
import { createCleanup } from '../support/cleanup.js';
import { createTestDirectory } from '../support/temporary-directory.js';
import { openService } from './support/open-service.js';

const cleanUp = createCleanup();

const openWith = (directory: string, code?: string) => {
  const settings = { directory, maxBytes: 1_000_000, fsync: false };
  const fail = () => {
    throw Object.assign(new Error(`${code}: refused, mkdir '${directory}'`), { code });
  };
  return openService({}, { spool: createSpoolStart(settings, code ? fail : undefined) });
};

it.each([
  ['ENOSPC', 'again. Free space on'],
  ['EDQUOT', 'again. Free space within'],
  ['EMFILE', 'again. Let the process open more files'],
])('reports %s with a remedy, and keeps events in memory', async (code, remedy) => {
  const { tracker, faults, clock, server } = openWith('spool', code);
  expect(await tracker.track('Swap')).toBe('queued');
  await clock.turn(2_000);
  expect(server.names()).toEqual(['Swap']);
  expect(faults).toMatchObject([{ code: 'storage', message: expect.stringContaining(code) }]);
  expect(faults[0]?.message).toContain(remedy);
});

it('throws on EACCES, and names the folder', () => {
  expect(() => openWith('spool', 'EACCES')).toThrow(TrackerError);
  expect(() => openWith('spool', 'EACCES')).toThrow(/spool cannot be used .*a writable folder/);
});

it('throws at once for a folder in /proc, where a recursive mkdir of Node would never return', () => {
  expect(() => openWith('/proc/chaintrail/spool')).toThrow(/cannot be used .*mkdir/);
});

it('creates missing parent folders, accessible to this user only', async () => {
  const path = join(await createTestDirectory(cleanUp), 'a', 'b');
  await openWith(path).tracker.close();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});
