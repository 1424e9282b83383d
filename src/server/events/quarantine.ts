// Keeps the events that were refused, each with its reason, for people to look into.
import { mkdir, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './journal/append-disk.js';
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
  /** Resolves once the events are on disk for good. */
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
  /** Makes the entries of a folder durable, so that a test sees it. */
  readonly sync?: (directory: string) => Promise<void>;
}

/** Where a data folder has them. */
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
    // Killed before it took its file's place; no deletion would ever look into it.
    if (name.endsWith(DRAFT)) await rm(join(directory, name), { force: true });
  }
  for (const name of names.filter(isQuarantineFile).sort()) {
    const path = join(directory, name);
    const text = await readFile(path, 'latin1');
    const bytes = text.lastIndexOf('\n') + 1;
    // A kill cut its last line off: nobody was answered for that, and no deletion can tell whose it is.
    if (bytes === 0) {
      await rm(path);
      continue;
    }
    if (bytes < text.length) await truncate(path, bytes);
    counts.set(name, { events: text.split('\n').length - 1, bytes });
  }
  let active: { readonly name: string; readonly file: AppendFile } | undefined;
  /** Files that take no more, while somebody still waits for what they were given. */
  const closing = new Map<string, Promise<void>>();
  const inTurn = takeTurns();
  let made = 0;

  const begin = () => {
    const serial = String(made++).padStart(6, '0');
    const name = `quarantine-${String(Date.now()).padStart(13, '0')}-${serial}.ndjson`;
    active = { name, file: createAppendFile(join(directory, name)) };
    return active;
  };

  const drop = async (name: string): Promise<void> => {
    counts.delete(name);
    await rm(join(directory, name), { force: true });
  };

  const sumOf = (what: keyof Kept): number =>
    [...counts.values()].reduce((sum, kept) => sum + kept[what], 0);

  /** By their bytes and not their number: each start and each deletion of a person begins another file. */
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

  /** From then on nothing is written to the files that there were. */
  const retireAll = async (): Promise<void> => {
    if (active !== undefined) await retire(active.name);
    await Promise.allSettled(closing.values());
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
        if (file.isBroken() || file.bytes() >= maxFileBytes) await retire(name);
        // Somebody may have deleted the folder by hand: then a repetition finds one again.
        if (file.isBroken()) await makeDirectory().catch(() => {});
      }
      // Not beside a removal, which would put the file back.
      if (sumOf('bytes') > maxBytes) await inTurn(prune);
    },
    remove: (isRemoved) =>
      inTurn(async () => {
        // What other requests begin meanwhile holds what came after, and may be written to.
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
          // A file that broke may hold more than was counted.
          const { size: bytes } = await stat(path);
          if (bytes === 0) await drop(name);
          else counts.set(name, { events: events - gone, bytes });
        }
        // Else a power cut may bring back the files that there were, of people who are told that they are forgotten.
        if (removed > 0) await sync(directory);
        return removed;
      }),
    // Also after what is being removed: then nobody writes to the folder any more.
    close: () => inTurn(retireAll),
  };
}

/** What was sent may be nested deeper than it can be written. */
function lineOf(event: QuarantinedEvent): string {
  try {
    return JSON.stringify(event);
  } catch {
    return JSON.stringify({ ...event, event: null });
  }
}
