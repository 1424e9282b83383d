// The journal on a real folder: segments, recovery after a kill, and the size limit.
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { realDisk } from '../../../../src/server/events/journal/append-disk.js';
import { createJournal, JournalFullError } from '../../../../src/server/events/journal/journal.js';
import { recoverSegments } from '../../../../src/server/events/journal/recover.js';
import { type Segment, segmentBegunAt } from '../../../../src/server/events/journal/segment.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { createMemoryDisk } from './memory-disk.js';

const cleanUp = createCleanup();
let directory: string;

beforeEach(async () => {
  directory = await createTestDirectory(cleanUp);
});

const row = (id: string) => JSON.stringify({ project_id: 'p', message_id: id });
const open = (maxBytes = 10_000, maxSegmentBytes = maxBytes) => {
  const journal = createJournal({ directory, maxBytes, maxSegmentBytes });
  // This closes the open file.
  cleanUp(() => journal.cut());
  return journal;
};

describe('createJournal', () => {
  it('cuts segments of whole rows, and deletes released ones', async () => {
    const journal = open();
    await Promise.all([journal.append([row('1'), row('2')]), journal.append([row('3')])]);
    const segment = await journal.cut();
    if (segment === undefined) throw new Error('No segment.');
    expect(await readFile(segment.path, 'utf8')).toBe(`${row('1')}\n${row('2')}\n${row('3')}\n`);
    expect(journal.bytes()).toBe(segment.bytes);
    expect(await journal.cut()).toBeUndefined();
    await journal.append([row('4')]);
    await journal.release(segment);
    expect(journal.bytes()).toBe(row('4').length + 1);
    expect(await readdir(directory)).toHaveLength(1);
  });

  it('refuses rows above its limit, and accepts them after a release', async () => {
    const journal = open(100);
    await journal.append([row('x'.repeat(100))]);
    await expect(journal.append([row('2')])).rejects.toThrow(JournalFullError);
    const segment = await journal.cut();
    await expect(journal.append([row('2')])).rejects.toThrow(JournalFullError);
    if (segment !== undefined) await journal.release(segment);
    await journal.append([row('2')]);
  });

  it('is ready while it accepts rows, and again once the disk works', async () => {
    const disk = createMemoryDisk();
    const journal = createJournal({ directory, maxBytes: 100, disk });
    expect(await journal.isReady()).toBe(true);
    expect(disk.syncs()).toBe(0);
    disk.failures.push(false, true);
    await expect(journal.append([row('1')])).rejects.toThrow('ENOSPC');
    disk.failures.push(false, true);
    expect(await journal.isReady()).toBe(false);
    const before = disk.syncs();
    expect(await Promise.all([journal.isReady(), journal.isReady()])).toEqual([true, true]);
    expect(await journal.isReady()).toBe(true);
    expect(disk.syncs()).toBe(before + 1);
    expect(await readdir(directory)).toEqual([]);
    disk.failures.push(true);
    await expect(journal.append([row('1')])).rejects.toThrow('ENOSPC');
    await journal.append([row('1')]);
    const tried = disk.syncs();
    expect(await journal.isReady()).toBe(true);
    expect(disk.syncs()).toBe(tried);
    await journal.append([row('x'.repeat(100))]);
    expect(await journal.isReady()).toBe(false);
    const segment = await journal.cut();
    if (segment !== undefined) await journal.release(segment);
    expect(await journal.isReady()).toBe(true);
  });

  it('starts another file when one is broken', async () => {
    const disk = createMemoryDisk();
    const journal = createJournal({ directory, maxBytes: 10_000, disk });
    // The file cannot even be created.
    disk.failures.push(true);
    await expect(journal.append([row('1')])).rejects.toThrow('ENOSPC');
    // The file is created, but neither written nor truncated.
    disk.failures.push(false, true, true);
    await expect(journal.append([row('2')])).rejects.toThrow('ENOSPC');
    await journal.append([row('3')]);
    expect(disk.synced.size).toBe(2);
    expect([...disk.synced.values()].map(String)).toEqual(['', `${row('3')}\n`]);
    expect(await journal.cut()).toMatchObject({ bytes: row('3').length + 1 });
    expect(await journal.cut()).toBeUndefined();
  });

  it('continues with the current segment when a full one breaks', async () => {
    const disk = createMemoryDisk();
    let isDead = false;
    const write = async () => {
      if (isDead) throw new Error('EIO');
    };
    const first = { write, datasync: write, truncate: write, close: async () => {} };
    const create = async (path: string) => (isDead ? disk.create(path) : first);
    const limits = { maxBytes: 10_000, maxSegmentBytes: 2 * row('1').length };
    const journal = createJournal({ directory, ...limits, disk: { ...disk, create } });
    await journal.append([row('1')]);
    isDead = true;
    // This row fills its segment, so that the next row goes to another one before this one fails.
    const refused = expect(journal.append([row('2')])).rejects.toThrow('EIO');
    await Promise.all([refused, journal.append([row('3')])]);
    expect(journal.unreleased()).toHaveLength(2);
    await journal.append([row('4')]);
    expect(journal.unreleased()).toHaveLength(2);
  });

  it('cuts off a partial row that a full disk left in a segment', async () => {
    let isFull = false;
    const create = async (path: string) => {
      const handle = await realDisk.create(path);
      const write = async (bytes: Uint8Array) => {
        await handle.write(isFull ? bytes.subarray(0, 5) : bytes);
        if (isFull) throw new Error('ENOSPC');
      };
      return { ...handle, write, truncate: () => Promise.reject(new Error('EIO')) };
    };
    const journal = createJournal({ directory, maxBytes: 10_000, disk: { ...realDisk, create } });
    await journal.append([row('1')]);
    isFull = true;
    await expect(journal.append([row('2')])).rejects.toThrow('ENOSPC');
    const segment = await journal.cut();
    expect(await readFile(segment?.path ?? '', 'utf8')).toBe(`${row('1')}\n`);
  });

  it('forgets files that could not be created', async () => {
    const disk = createMemoryDisk();
    const journal = createJournal({ directory, maxBytes: 10_000, disk });
    for (let times = 0; times < 3; times += 1) {
      disk.failures.push(true);
      await expect(journal.append([row('1')])).rejects.toThrow('ENOSPC');
      expect(journal.hasFull()).toBe(false);
    }
    await journal.append([row('1')]);
    expect(await journal.cut()).toMatchObject({ rows: 1 });
  });

  it('does not count empty segments as unreleased', async () => {
    const disk = createMemoryDisk();
    const journal = createJournal({ directory, maxBytes: 10_000, disk });
    disk.failures.push(false, true);
    await expect(journal.append([row('1')])).rejects.toThrow('ENOSPC');
    expect(journal.unreleased()).toEqual([]);
    expect(journal.oldestAt()).toBeUndefined();
    await journal.append([row('1')]);
    const [id = ''] = journal.unreleased();
    expect(journal.oldestAt()).toBe(segmentBegunAt(id));
    const segment = await journal.cut();
    expect(journal.unreleased()).toEqual([segment?.id]);
  });

  it('keeps appending to the current segment while a full one waits', async () => {
    const journal = open(10_000, 2 * row('1').length);
    await journal.append([row('1'), row('2')]);
    expect(journal.hasFull()).toBe(true);
    await journal.append([row('3')]);
    expect(await journal.cut()).toMatchObject({ rows: 2 });
    expect(journal.hasFull()).toBe(false);
    await journal.append([row('4')]);
    expect(await journal.cut()).toMatchObject({ rows: 2 });
    expect(await journal.cut()).toBeUndefined();
  });
});

/** The segment as the next process knows it. */
const asLeft = ({ begunKnowing: _, ...segment }: Segment): Segment => segment;

const ALL_SOUND = {
  keepDamaged: async () => {
    throw new Error('A row was damaged.');
  },
};

describe('recoverSegments', () => {
  it('cuts off a partial last row, passes damaged rows on, and removes empty files', async () => {
    const journal = open();
    await journal.append([row('1'), row('2')]);
    const first = await journal.cut();
    await journal.append([row('3')]);
    const second = await journal.cut();
    if (first === undefined || second === undefined) throw new Error('No segments.');
    const nameless = ['{}', '{"project_id":"p"}', '{"message_id":"1"}'];
    await appendFile(first.path, [...nameless, '\0\0\0', row('9').slice(0, 20)].join('\n'));
    await writeFile(second.path, '{"project_id":"p","mess');
    await writeFile(join(directory, 'something-else.txt'), 'kept');
    // The draft of a segment that is gone: no deletion of a person would look into it.
    await writeFile(join(directory, 'events-1.ndjson.repaired'), row('1'));

    const kept: (readonly string[])[] = [];
    const keepDamaged = async (lines: readonly string[]) => {
      // The lines are still in the file, because a kill in between would lose them.
      expect(await readFile(first.path, 'utf8')).toContain(lines[0]);
      kept.push(lines);
    };
    const recovered = await recoverSegments(directory, { keepDamaged });
    expect(kept).toEqual([[...nameless, '\0\0\0']]);
    expect(recovered).toEqual({
      segments: [asLeft(first)],
      rows: [
        { project_id: 'p', message_id: '1' },
        { project_id: 'p', message_id: '2' },
      ],
      cutLines: 2,
      damagedLines: 4,
      folders: [],
    });
    expect(await readFile(first.path, 'utf8')).toBe(`${row('1')}\n${row('2')}\n`);
    expect((await readdir(directory)).sort()).toEqual([`${first.id}.ndjson`, 'something-else.txt']);
  });

  it('skips folders, and reports those that are named like segments', async () => {
    const journal = open();
    await journal.append([row('1')]);
    const segment = await journal.cut();
    if (segment === undefined) throw new Error('No segment.');
    const name = `events-${'1'.padStart(13, '0')}-${'a'.repeat(16)}.ndjson`;
    for (const folder of [name, 'lost+found', 'old.repaired']) await mkdir(join(directory, folder));
    const { segments, folders } = await recoverSegments(directory, ALL_SOUND);
    expect(segments).toEqual([asLeft(segment)]);
    expect(folders).toEqual([name]);
  });

  it('syncs files that a kill left unsynced', async () => {
    const path = join(directory, `events-${'1'.padStart(13, '0')}-${'a'.repeat(16)}.ndjson`);
    await writeFile(path, `${row('1')}\n`);
    const synced: string[] = [];
    await recoverSegments(directory, {
      ...ALL_SOUND,
      sync: async (file) => void synced.push(file),
    });
    expect(synced).toEqual([path]);
  });

  it('drops a last row without a line end', async () => {
    const journal = open();
    await journal.append([row('1')]);
    const segment = await journal.cut();
    if (segment === undefined) throw new Error('No segment.');
    await appendFile(segment.path, row('2'));
    expect((await recoverSegments(directory, ALL_SOUND)).rows).toEqual([
      { project_id: 'p', message_id: '1' },
    ]);
  });
});
