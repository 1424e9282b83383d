// Keeps the events that were refused, each with its reason, for people to look into.
import { mkdir, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { realDisk, syncDirectory } from './journal/append-disk.js';
import { type AppendFile, createAppendFile } from './journal/append-file.js';
import { DRAFT, removeLines } from './remove-lines.js';
import { takeTurns } from './take-turns.js';

/** A refused event. */
export interface QuarantinedEvent {
  readonly project_id: string;
  readonly received_at: string;
  /** What is wrong with it, such as `type is required`. */
  readonly reason: string;
  /** As it was sent. */
  readonly event: unknown;
}

export interface Quarantine {
  /** Resolves once the events are durably on disk. */
  append(events: readonly QuarantinedEvent[]): Promise<void>;
  /** How many events are kept. */
  count(): number;
  /** Deletes events from the files; answers how many. */
  remove(isRemoved: (event: QuarantinedEvent) => boolean): Promise<number>;
  close(): Promise<void>;
}

export interface QuarantineOptions {
  readonly directory: string;
  /** Bytes after which a new file begins. Default 16 MB. */
  readonly maxFileBytes?: number;
  /** Bytes kept in all; beyond them the oldest files go. Default 128 MB. */
  readonly maxBytes?: number;
  /** Makes the entries of a folder durable; an option so that a test can observe it. */
  readonly sync?: (directory: string) => Promise<void>;
}

/** The folder of the quarantine within a data folder. */
export const quarantineFolder = (dataDirectory: string): string =>
  join(dataDirectory, 'quarantine');

interface Kept {
  readonly events: number;
  readonly bytes: number;
}

const NONE: Kept = { events: 0, bytes: 0 };

const NAME = /^quarantine-\d{13}-\d{6}\.ndjson$/;

/** Whether a file of the folder holds refused events. Names sort by age. */
export const isQuarantineFile = (name: string): boolean => NAME.test(name);

export async function openQuarantine(options: QuarantineOptions): Promise<Quarantine> {
  const { directory, maxFileBytes = 16_000_000, maxBytes = 128_000_000 } = options;
  const { sync = syncDirectory } = options;
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 });
  await makeDirectory();
  /** What each file holds, oldest file first. */
  const counts = new Map<string, Kept>();
  const names = await readdir(directory);
  for (const name of names) {
    // A kill left this draft before it replaced its file. No deletion would ever look into it.
    if (name.endsWith(DRAFT)) await rm(join(directory, name), { force: true });
  }
  for (const name of names.filter(isQuarantineFile).sort()) {
    const path = join(directory, name);
    const text = await readFile(path, 'latin1');
    const bytes = text.lastIndexOf('\n') + 1;
    // A kill may have cut off the last line. Its sender got no answer, and no deletion could tell whose event
    // it is, so what there is of that line is removed.
    if (bytes === 0) {
      await rm(path);
      continue;
    }
    if (bytes < text.length) await truncate(path, bytes);
    counts.set(name, { events: text.split('\n').length - 1, bytes });
  }
  let active: { readonly name: string; readonly file: AppendFile } | undefined;
  /** Files that take no more events, while earlier appends to them are still being written. */
  const closing = new Map<string, Promise<void>>();
  const bytesOf = (name: string): number => counts.get(name)?.bytes ?? 0;
  const inTurn = takeTurns();
  let made = 0;
  /** Files that may end with a part of a line, because a write failed. */
  const broken = new Set<string>();
  let isRemoving = false;

  /** A new one: an earlier start within the same millisecond counted from 0 as well. */
  const newName = (): string => {
    const serial = String(made++).padStart(6, '0');
    const name = `quarantine-${String(Date.now()).padStart(13, '0')}-${serial}.ndjson`;
    return counts.has(name) ? newName() : name;
  };

  /** The newest file, while it is small: otherwise each start and each removal would leave one more to read. */
  const unfinished = (): string | undefined => {
    const newest = [...counts.keys()].at(-1);
    // A removal writes a file anew, without what is appended meanwhile.
    if (newest === undefined || closing.has(newest) || broken.has(newest) || isRemoving)
      return undefined;
    return bytesOf(newest) < maxFileBytes ? newest : undefined;
  };

  const begin = () => {
    const name = unfinished() ?? newName();
    active = { name, file: createAppendFile(join(directory, name), realDisk, bytesOf(name)) };
    return active;
  };

  const drop = async (name: string): Promise<void> => {
    counts.delete(name);
    await rm(join(directory, name), { force: true });
  };

  const sumOf = (what: keyof Kept): number =>
    [...counts.values()].reduce((sum, kept) => sum + kept[what], 0);

  const prune = async (): Promise<void> => {
    for (const name of [...counts.keys()].slice(0, -1)) {
      if (sumOf('bytes') > maxBytes) await drop(name);
    }
  };

  const retire = async (name: string): Promise<void> => {
    if (active?.name !== name) return;
    const closed = active.file.close().finally(() => closing.delete(name));
    active = undefined;
    closing.set(name, closed);
    await closed;
  };

  /** Once it resolves, nothing more is written to any file that existed before. */
  const retireAll = async (): Promise<void> => {
    if (active !== undefined) await retire(active.name);
    await Promise.allSettled(closing.values());
  };

  const removeFromAll: Quarantine['remove'] = async (isRemoved) => {
    // Only the files of now: those that other requests begin meanwhile hold later events, and may be written to.
    const names = new Set([...counts.keys(), ...closing.keys(), active?.name]);
    await retireAll();
    let removed = 0;
    for (const [name, { events }] of counts) {
      if (!names.has(name)) continue;
      const path = join(directory, name);
      const gone = await removeLines(path, isRemoved).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
        // Somebody deleted it by hand, with all that was in it.
        counts.delete(name);
        return 0;
      });
      removed += gone;
      if (gone === 0) continue;
      // The size is read from the disk, because a file whose write failed may hold more than was counted.
      const { size: bytes } = await stat(path);
      if (bytes === 0) await drop(name);
      else counts.set(name, { events: events - gone, bytes });
    }
    // Without this, a power cut could bring back the old files, with events of people who were told that they
    // are forgotten.
    if (removed > 0) await sync(directory);
    return removed;
  };

  return {
    count: () => sumOf('events'),
    async append(events) {
      if (events.length === 0) return;
      const { name, file } = active ?? begin();
      const text = events.map((event) => `${lineOf(event)}\n`).join('');
      try {
        await file.append(text);
        const before = counts.get(name) ?? NONE;
        counts.set(name, {
          events: before.events + events.length,
          bytes: before.bytes + Buffer.byteLength(text),
        });
      } finally {
        if (file.isBroken()) broken.add(name);
        if (file.isBroken() || file.bytes() >= maxFileBytes) await retire(name);
        // Somebody may have deleted the folder by hand: it is made again, so that the sender's retry succeeds.
        if (file.isBroken()) await makeDirectory().catch(() => {});
      }
      // Not during a removal, which could write the deleted file back.
      if (sumOf('bytes') > maxBytes) await inTurn(prune);
    },
    remove: (isRemoved) =>
      inTurn(() => {
        isRemoving = true;
        return removeFromAll(isRemoved).finally(() => {
          isRemoving = false;
        });
      }),
    // After any removal that is under way, so that nothing writes to the folder any more.
    close: () => inTurn(retireAll),
  };
}

/** An event may be nested more deeply than `JSON.stringify` can write: then only its reason is kept. */
function lineOf(event: QuarantinedEvent): string {
  try {
    return JSON.stringify(event);
  } catch {
    return JSON.stringify({ ...event, event: null });
  }
}
