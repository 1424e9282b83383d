// One file of the journal: lines appended, read back in order, and settled by number.
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { QueuedEvent } from '../../core/ports.js';
import { openAckLog } from './ack-log.js';
import { readLine } from './line.js';

/** Bytes read at a time. */
const CHUNK_BYTES = 262_144;

const NEWLINE = 10;

export interface ReadLine {
  readonly line: number;
  /** Undefined when the line is torn or corrupt. */
  readonly event: QueuedEvent | undefined;
}

export interface Segment {
  readonly path: string;
  /** Whether another process left it behind. */
  readonly isAdopted: boolean;
  bytes(): number;
  /** Whether nothing more is appended. */
  isSealed(): boolean;
  /**
   * Appends a line; answers its number. `isGiven` marks it as read. Throws when the disk refuses.
   */
  append(bytes: Uint8Array, isGiven: boolean): number;
  hasUnread(): boolean;
  /** The next unread lines that are not settled, about `limit` of them. */
  read(limit: number): readonly ReadLine[];
  /** Marks lines as settled; true when the segment is sealed and has nothing left to do. */
  settle(lines: readonly number[]): boolean;
  isDone(): boolean;
  seal(): void;
  /** The open file, to be synced. */
  file(): number;
  /** Closes the files, and deletes them when `isDone` or told to. */
  close(options?: { readonly isDeleted: boolean }): void;
}

/** @throws when the file cannot be opened */
export const openSegment = (path: string, kind: 'new' | 'adopted'): Segment => {
  const isAdopted = kind === 'adopted';
  const file = openSync(path, isAdopted ? 'r' : 'ax+', 0o600);
  const acks = openAckLog(`${path}.acks`, !isAdopted);
  let bytes = isAdopted ? fstatSync(file).size : 0;
  let isSealed = isAdopted;
  /** Bytes after the last whole line, where the disk refused the rest. */
  let tornBytes = 0;
  const tornLines = new Set<number>();
  let lines = 0;
  let settled = 0;
  let readBytes = 0;
  let readLines = 0;

  const write = (data: Uint8Array) => {
    for (let offset = 0; offset < data.length; ) {
      const written = writeSync(file, data, offset);
      offset += written;
      tornBytes += written;
    }
    bytes += tornBytes;
    tornBytes = 0;
    lines += 1;
  };

  const skipTo = (line: number) => {
    readBytes = bytes;
    readLines = line + 1;
  };

  /** Ends a line that was cut off, so that it does not spoil the next one. */
  const endTorn = () => {
    if (tornBytes === 0) return;
    const isNext = readLines === lines;
    tornLines.add(lines);
    write(Uint8Array.of(NEWLINE));
    if (isNext) {
      skipTo(lines - 1);
      settled += 1;
    }
    // Settled, since its event was refused and is kept elsewhere: a process that takes this file
    // over must not report it as damaged.
    acks.add([lines - 1]);
  };

  const hasUnread = () => readBytes < bytes;
  const isDone = () => isSealed && !hasUnread() && settled >= readLines;

  /** The unread bytes up to the end of a line; more than a chunk when one line is longer. */
  const readChunk = (): Buffer => {
    const left = bytes - readBytes;
    for (let size = Math.min(left, CHUNK_BYTES); ; size = Math.min(left, size * 2)) {
      const buffer = Buffer.allocUnsafe(size);
      const chunk = buffer.subarray(0, readSync(file, buffer, 0, size, readBytes));
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) return chunk.subarray(0, end);
      // The rest of the file has no line break: it is torn, or cannot be read, and is given up.
      if (size === left || chunk.length < size) {
        readBytes = bytes - chunk.length;
        return chunk;
      }
    }
  };

  return {
    path,
    isAdopted,
    bytes: () => bytes,
    isSealed: () => isSealed,
    append: (data, isGiven) => {
      endTorn();
      write(data);
      if (isGiven) skipTo(lines - 1);
      return lines - 1;
    },
    hasUnread,
    read: (limit) => {
      const found: ReadLine[] = [];
      while (found.length < limit && hasUnread()) {
        const chunk = readChunk();
        let start = 0;
        while (start < chunk.length && found.length < limit) {
          const newline = chunk.indexOf(NEWLINE, start);
          const end = newline < 0 ? chunk.length : newline;
          const line = readLines++;
          if (acks.isSettled(line) || tornLines.has(line)) settled += 1;
          else found.push({ line, event: readLine(chunk.subarray(start, end)) });
          start = end + 1;
        }
        readBytes = Math.min(bytes, readBytes + start);
        if (chunk.length === 0) break;
      }
      return found;
    },
    settle: (numbers) => {
      settled += numbers.length;
      if (!isDone()) acks.add(numbers);
      return isDone();
    },
    isDone,
    seal: () => {
      isSealed = true;
    },
    file: () => file,
    close: ({ isDeleted } = { isDeleted: false }) => {
      closeSync(file);
      if (!isDeleted && !isDone()) return acks.close();
      // The segment goes first: a crash in between leaves only the list, which does no harm, while
      // the segment alone would be sent again.
      rmSync(path, { force: true });
      acks.remove();
    },
  };
};
