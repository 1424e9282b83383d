// Keeps the events that were refused, each with its reason, for people to look into.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Files kept; older ones go. Default 8. */
  readonly maxFiles?: number;
}

/** Where a data folder has them. */
export const quarantineFolder = (dataDirectory: string): string =>
  join(dataDirectory, 'quarantine');

const NAME = /^quarantine-\d{13}-\d{6}\.ndjson$/;

/** Whether a file of the folder holds refused events. Names sort by age. */
export const isQuarantineFile = (name: string): boolean => NAME.test(name);

export async function openQuarantine(options: QuarantineOptions): Promise<Quarantine> {
  const { directory, maxFileBytes = 16_000_000, maxFiles = 8 } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  /** Events in each file, oldest file first. */
  const counts = new Map<string, number>();
  const names = await readdir(directory);
  for (const name of names) {
    // Killed before it took its file's place; no deletion would ever look into it.
    if (name.endsWith(DRAFT)) await rm(join(directory, name), { force: true });
  }
  for (const name of names.filter(isQuarantineFile).sort()) {
    counts.set(name, (await readFile(join(directory, name), 'latin1')).split('\n').length - 1);
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

  const prune = async (): Promise<void> => {
    for (const name of [...counts.keys()].slice(0, -maxFiles)) {
      counts.delete(name);
      await rm(join(directory, name), { force: true });
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
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    async append(events) {
      if (events.length === 0) return;
      const { name, file } = active ?? begin();
      const written = file.append(events.map((event) => `${lineOf(event)}\n`).join(''));
      try {
        await written;
        counts.set(name, (counts.get(name) ?? 0) + events.length);
      } finally {
        if (file.isBroken() || file.bytes() >= maxFileBytes) await retire(name);
      }
      // Not beside a removal, which would put the file back.
      if (counts.size > maxFiles) await inTurn(prune);
    },
    remove: (isRemoved) =>
      inTurn(async () => {
        // What other requests begin meanwhile holds what came after, and may be written to.
        const names = new Set([...counts.keys(), ...closing.keys(), active?.name]);
        await retireAll();
        let removed = 0;
        for (const [name, count] of counts) {
          if (!names.has(name)) continue;
          const gone = await removeLines(join(directory, name), isRemoved);
          counts.set(name, count - gone);
          removed += gone;
        }
        return removed;
      }),
    close: retireAll,
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
