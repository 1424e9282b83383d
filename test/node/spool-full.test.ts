// The spool on a disk that is full in the middle of a line, or that fails to read.
import { statSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { event, takeAll } from './support/spool-events.js';
import { useSpools } from './support/use-spools.js';

const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY, isReadable: true }));

vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const writeSync = (file: number, given: Uint8Array | string, offset = 0): number => {
    const data = Buffer.from(given as Uint8Array);
    const length = Math.min(data.length - offset, disk.room);
    if (length === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    disk.room -= length;
    return real.writeSync(file, data, offset, length);
  };
  const readSync = (...given: Parameters<typeof real.readSync>): number => {
    if (!disk.isReadable) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return real.readSync(...given);
  };
  return { ...real, writeSync, readSync };
});

const { openHere, leave, segmentFiles } = useSpools();

beforeEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
  disk.isReadable = true;
});

const open = () => openHere({ onFault: () => {} });
type Spool = Awaited<ReturnType<typeof open>>;

/** Writes an event to a disk with room for so many bytes. */
const writeInto = (room: number, spool: Spool, id: string, isGiven = true) => {
  disk.room = room;
  const isWritten = spool.write(event(id), isGiven);
  disk.room = Number.POSITIVE_INFINITY;
  return isWritten;
};

it.each([true, false])(
  'a line that was cut off damages no other, and is not reported as lost (given: %s)',
  async (isGiven) => {
    const spool = await open();
    spool.write(event('a'), isGiven);
    expect(writeInto(20, spool, 'cut', isGiven)).toBe(false);
    // Not even the end of the line can be written.
    expect(writeInto(0, spool, 'refused', isGiven)).toBe(false);
    spool.write(event('b'), isGiven);
    spool.write(event('c'), false);
    expect(takeAll(spool)).toMatchObject({ ids: isGiven ? ['c'] : ['a', 'b', 'c'], damaged: [] });
    spool.acknowledge(['a']);
    leave(spool);

    const next = await open();
    expect(takeAll(next)).toMatchObject({ ids: ['b', 'c'], damaged: [], recovered: 2 });
    next.acknowledge(['b', 'c']);
    expect(segmentFiles()).toEqual([]);
  },
);

it('bytes of a line that was cut off count towards maxBytes, also where only its end could be written', async () => {
  const spool = await open();
  spool.write(event('a'), true);
  expect(writeInto(20, spool, 'cut')).toBe(false);
  expect(writeInto(1, spool, 'refused')).toBe(false);
  spool.write(event('b'), true);
  const size = segmentFiles().reduce((sum, path) => sum + statSync(path).size, 0);
  expect(spool.fill()).toBeCloseTo(size / 1_000_000, 9);
});

it.each([true, false])(
  'a file with a line that was cut off is removed once its other events are acknowledged (given: %s)',
  async (isGiven) => {
    const spool = await open();
    expect(writeInto(20, spool, 'cut', isGiven)).toBe(false);
    spool.write(event('a'), isGiven);
    takeAll(spool);
    spool.acknowledge(['a']);
    leave(spool);
    expect(segmentFiles()).toEqual([]);
  },
);

it('events that cannot be read are left to the next process, and new ones go to another file', async () => {
  const spool = await open();
  spool.write(event('given'), true);
  spool.write(event('unread'), false);
  disk.isReadable = false;
  expect(takeAll(spool).ids).toEqual([]);
  expect(spool.write(event('later'), true)).toBe(true);
  const fill = spool.fill();
  spool.acknowledge(['given']);
  expect(spool.fill()).toBe(fill);
  leave(spool);

  disk.isReadable = true;
  expect(takeAll(await open()).ids.sort()).toEqual(['given', 'later', 'unread']);
});
