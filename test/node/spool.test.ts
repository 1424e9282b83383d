// The spool on disk: what it stores, across owners, damage and its limit.
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realDisk } from '../../src/node/spool/sync-disk.js';
import { eventually } from '../support/eventually.js';
import { event, takeAll } from './support/spool-events.js';
import { useSpools } from './support/use-spools.js';

const { folder, openHere, leave, segmentFiles } = useSpools();

const onlySegment = () => {
  const [path, ...others] = segmentFiles();
  if (path === undefined || others.length > 0) throw new Error('not one segment');
  return path;
};

describe('a written event', () => {
  it('is read back by the next owner, byte for byte and in order', async () => {
    const first = await openHere();
    const events = [event('a', 'ü'), event('b', '"\\\n\u2028'), event('c', '€'.repeat(100_000))];
    for (const one of events) expect(first.write(one, true)).toBe(true);
    leave(first);
    const second = await openHere();
    expect(takeAll(second)).toMatchObject({ events, recovered: 3, damaged: [] });
  });

  it('is not read back once acknowledged, and leaves no file', async () => {
    const first = await openHere();
    for (const id of ['a', 'b', 'c', 'd']) first.write(event(id), true);
    first.acknowledge(['a', 'c', 'unknown']);
    leave(first);
    const second = await openHere();
    expect(takeAll(second).ids).toEqual(['b', 'd']);
    second.acknowledge(['b', 'd']);
    leave(second);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('that was not given to the tracker is read back by the same process', async () => {
    const spool = await openHere();
    spool.write(event('a'), true);
    expect(spool.hasUnread('own')).toBe(false);
    spool.write(event('b'), false);
    spool.write(event('c'), false);
    expect(takeAll(spool)).toMatchObject({ recovered: 0 });
    spool.acknowledge(['a', 'b', 'c']);
    leave(spool);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is safe from a power cut with fsync, which syncs in groups', async () => {
    let syncs = 0;
    const syncFile = (file: number) => {
      syncs += 1;
      return realDisk.syncFile(file);
    };
    const spool = await openHere({ fsync: true, disk: { ...realDisk, syncFile } });
    const answers = ['a', 'b', 'c'].map((id) => {
      spool.write(event(id), true);
      return spool.synced();
    });
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    // One for the first event, and one for the two that are written meanwhile.
    expect(syncs).toBe(2);
  });

  it('does not count as safe when its file was finished and could not be synced', async () => {
    const faults: unknown[] = [];
    const syncs: ((isSafe: boolean) => void)[] = [];
    const spool = await openHere({
      fsync: true,
      maxBytes: 8_000,
      onFault: (cause) => faults.push(cause),
      disk: {
        syncFile: () => new Promise((resolve) => syncs.push(resolve)),
        syncFileNow: () => {
          throw new Error('EIO');
        },
        syncFolder: () => {},
      },
    });
    // The first event is being synced; the second one waits, and its file is finished meanwhile.
    const answers = ['a', 'b', 'c'].map((id) => {
      spool.write(event(id, 'x'.repeat(600)), true);
      return spool.synced();
    });
    expect(segmentFiles()).toHaveLength(2);
    expect(faults).toEqual([new Error('EIO')]);
    syncs[0]?.(true);
    await eventually(() => expect(syncs).toHaveLength(2));
    syncs[1]?.(true);
    expect(await Promise.all(answers)).toEqual([false, false, true]);
  });

  it('is refused while the folder cannot be synced', async () => {
    const faults: unknown[] = [];
    const spool = await openHere({
      fsync: true,
      onFault: (cause) => faults.push(cause),
      disk: {
        ...realDisk,
        syncFolder(path) {
          if (faults.length < 2) throw new Error('EIO');
          realDisk.syncFolder(path);
        },
      },
    });
    expect(['a', 'b', 'c'].map((id) => spool.write(event(id), true))).toEqual([false, false, true]);
    expect(faults).toHaveLength(2);
    expect(await spool.synced()).toBe(true);
    expect(segmentFiles()).toHaveLength(1);
  });
});

describe('a living owner', () => {
  it('keeps its own events when other processes start', async () => {
    const first = await openHere();
    first.write(event('a'), true);
    const second = await openHere();
    second.write(event('b'), true);
    const third = await openHere();
    expect(takeAll(third).ids).toEqual([]);
    leave(first);
    leave(second);
    expect(takeAll(await openHere()).ids.sort()).toEqual(['a', 'b']);
  });

  it('counts as alive by its .alive file where the file system has no sockets', async () => {
    const first = await openHere();
    first.write(event('a'), true);
    const socket = readdirSync(folder()).find((name) => name.endsWith('.sock')) ?? '';
    rmSync(join(folder(), socket));
    const sign = join(folder(), socket.replace('.sock', '.alive'));
    writeFileSync(sign, '');
    expect(takeAll(await openHere()).ids).toEqual([]);
    utimesSync(sign, 1_700_000_000, 1_700_000_000);
    expect(takeAll(await openHere()).ids).toEqual(['a']);
  });

  it('takes the events of a dead owner alone', async () => {
    const dead = await openHere();
    const ids = Array.from({ length: 50 }, (_, index) => `e${index}`);
    for (const id of ids) dead.write(event(id), true);
    leave(dead);
    const heirs = await Promise.all(Array.from({ length: 5 }, () => openHere()));
    expect(heirs.flatMap((heir) => takeAll(heir).ids).sort()).toEqual(ids.sort());
  });
});

describe('damage', () => {
  const leaveThree = async () => {
    const first = await openHere();
    for (const id of ['a', 'b', 'c']) first.write(event(id), true);
    leave(first);
    return onlySegment();
  };

  it('by a truncated last line loses only that line, and is counted', async () => {
    const path = await leaveThree();
    truncateSync(path, readFileSync(path).length - 5);
    const { ids, damaged } = takeAll(await openHere());
    expect(ids).toEqual(['a', 'b']);
    expect(damaged).toHaveLength(1);
    expect(damaged[0]).toMatch(/^line 3 of .*\.log$/);
  });

  it('in the middle loses only that line', async () => {
    const path = await leaveThree();
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const { ids, damaged } = takeAll(await openHere());
    expect(ids).toEqual(['a', 'c']);
    expect(damaged).toHaveLength(1);
  });

  it.each([
    ['zeros', Buffer.alloc(300_000)],
    ['noise without a line end', Buffer.alloc(600_000, 'x')],
    ['an empty line', Buffer.from('\n')],
    ['a line of another program', Buffer.from('00000000 1 {"message_id":"x"}\n')],
  ])('by %s at the end harms no event', async (_, junk) => {
    const path = await leaveThree();
    appendFileSync(path, junk);
    const { ids, damaged } = takeAll(await openHere());
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(damaged).toHaveLength(1);
  });

  it('of the list of acknowledged events repeats an event, but loses none', async () => {
    const first = await openHere();
    for (const id of ['a', 'b', 'c']) first.write(event(id), true);
    first.acknowledge(['a']);
    first.acknowledge(['b']);
    leave(first);
    const list = `${onlySegment()}.acks`;
    truncateSync(list, readFileSync(list).length - 2);
    expect(takeAll(await openHere()).ids).toEqual(['b', 'c']);
  });

  it('by a folder that vanishes is reported, and nothing throws', async () => {
    const faults: unknown[] = [];
    const spool = await openHere({ onFault: (cause) => faults.push(cause) });
    rmSync(folder(), { recursive: true });
    expect(spool.write(event('a'), true)).toBe(false);
    expect(faults).toHaveLength(1);
  });
});

describe('maxBytes', () => {
  it('is never exceeded: the oldest part is dropped', async () => {
    const maxBytes = 100_000;
    const spool = await openHere({ maxBytes });
    let given = 0;
    let kept = 0;
    for (let index = 0; index < 500; index += 1) {
      const one = event(`e${index}`, 'x'.repeat(1_000));
      while (!spool.hasRoom(one.json.length)) {
        const part = spool.dropOldest();
        if (!part) throw new Error('nothing to give up');
        given += part.events.length + part.givenIds.length;
      }
      spool.write(one, index % 2 === 0 && !spool.hasUnread('own'));
      kept += 1;
      const size = segmentFiles().reduce((sum, path) => sum + readFileSync(path).length, 0);
      expect(size).toBeLessThanOrEqual(maxBytes);
    }
    expect(kept - given).toBeGreaterThan(70);
    leave(spool);
    expect(takeAll(await openHere()).ids).toHaveLength(kept - given);
  });
});
