// What is synced where Yarn's Plug'n'Play runs the server: its file handles throw in `sync` and
// `datasync`.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realDisk, syncFile } from '../../../../src/server/events/journal/append-disk.js';
import { replaceFile } from '../../../../src/server/events/journal/replace-file.js';
import { datasyncHandle, syncHandle } from '../../../../src/server/events/journal/sync-handle.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';

const notImplemented = () => {
  throw new Error('Method not implemented.');
};

/** Runs `work` while every file handle is like those of Plug'n'Play. */
const withPlugNPlay = async (handle: FileHandle, work: () => Promise<void>): Promise<void> => {
  const handles: FileHandle = Object.getPrototypeOf(handle);
  const { sync, datasync } = handles;
  Object.assign(handles, { sync: notImplemented, datasync: notImplemented });
  try {
    expect(() => handle.sync()).toThrow('Method not implemented.');
    await work();
  } finally {
    Object.assign(handles, { sync, datasync });
  }
};

it("writes, replaces and syncs files with the file handles of Yarn's Plug'n'Play", async () => {
  const folder = await createTemporaryDirectory();
  const path = join(folder.path, 'file');
  const other = await open(join(folder.path, 'other'), 'w');
  await withPlugNPlay(other, async () => {
    const file = await realDisk.create(path);
    await file.write(Buffer.from('first'));
    await file.datasync();
    await file.close();
    await syncFile(path);
    expect(await readFile(path, 'utf8')).toBe('first');
    await replaceFile(path, 'second');
    expect(await readFile(path, 'utf8')).toBe('second');
  });
  await other.close();
  await folder.remove();
});

it('rejects where the system cannot sync', async () => {
  const closed = { fd: 1_000_000 } as FileHandle;
  await expect(syncHandle(closed)).rejects.toMatchObject({ code: 'EBADF' });
  await expect(datasyncHandle(closed)).rejects.toMatchObject({ code: 'EBADF' });
});
