// Appending resolves only after fsync, shares fsyncs, and leaves no partial line after a failure.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAppendFile } from '../../../../src/server/events/journal/append-file.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTemporaryDirectory } from '../../../support/temporary-directory.js';
import { createMemoryDisk } from './memory-disk.js';

const cleanUp = createCleanup();

describe('createAppendFile', () => {
  it('writes to a real file in the order of the calls', async () => {
    const directory = await createTemporaryDirectory();
    cleanUp(directory.remove);
    const path = join(directory.path, 'a.ndjson');
    const file = createAppendFile(path);
    await Promise.all(['1\n', '2\n', '3\n'].map((line) => file.append(line)));
    await file.append('4\n');
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('1\n2\n3\n4\n');
    expect(file.durableBytes()).toBe(8);
  });

  it('refuses a file that exists already', async () => {
    const directory = await createTemporaryDirectory();
    cleanUp(directory.remove);
    const path = join(directory.path, 'a.ndjson');
    const first = createAppendFile(path);
    await first.append('1\n');
    await first.close();
    const second = createAppendFile(path);
    await expect(second.append('2\n')).rejects.toThrow('EEXIST');
    expect(second.isBroken()).toBe(true);
  });

  it('goes on in a file that exists, and cuts it back to what was there when that fails', async () => {
    const disk = createMemoryDisk();
    disk.synced.set('a', Buffer.from('1\n'));
    const file = createAppendFile('a', disk, 2);
    // It opens the file and fails to write.
    disk.failures.push(false, true);
    await expect(file.append('lost\n')).rejects.toThrow('ENOSPC');
    await file.append('2\n');
    expect(String(disk.synced.get('a'))).toBe('1\n2\n');
    expect(file.bytes()).toBe(4);
  });

  it('shares one fsync between all waiting appends', async () => {
    const disk = createMemoryDisk();
    const file = createAppendFile('a', disk);
    await Promise.all(Array.from({ length: 100 }, (_, index) => file.append(`${index}\n`)));
    // The first append is synced alone, and the others wait and are synced together.
    expect(disk.syncs()).toBe(2);
  });

  it('contains every acknowledged line once and without partial lines after any failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 4 }), { maxLength: 12 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        async (turns, failures) => {
          const disk = createMemoryDisk();
          disk.failures.push(...failures);
          const file = createAppendFile('a', disk);
          const acknowledged: string[] = [];
          let serial = 0;
          for (const turn of turns) {
            const appends = turn.map((size) => {
              const line = `${serial++}:${'x'.repeat(size)}\n`;
              return file.append(line).then(
                () => acknowledged.push(line),
                () => {},
              );
            });
            await Promise.all(appends);
          }
          const kept = disk.synced.get('a') ?? Buffer.alloc(0);
          expect(kept.subarray(0, file.durableBytes()).toString()).toBe(acknowledged.join(''));
          if (!file.isBroken()) expect(kept.length).toBe(file.durableBytes());
        },
      ),
    );
  });
});
