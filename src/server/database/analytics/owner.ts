// A note beside a directory that says which process owns it. The lock itself is the engine's.
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '../../parse-json.js';
import { isPresent } from '../../presence.js';

/** Contents of the note. */
export interface Owner {
  readonly pid: number;
  /** ISO 8601, for people. */
  readonly started_at: string;
  /** When the process began, in the kernel's own count: tells it from a later one with its number. */
  readonly start_ticks: string | null;
  readonly url: string | null;
  /** Name of the socket beside the note that is open while the process lives. */
  readonly socket?: string | null;
}

/** An owner that is alive; without its number where that is one of another container. */
export interface LiveOwner {
  readonly pid: number | null;
  readonly url: string | null;
}

/** Beside the directory, so that a copy of it brings no owner. */
export const ownerNote = (directory: string): string => `${directory}.owner.json`;

/**
 * When a process began (field 22 of /proc/<pid>/stat), in the kernel's ticks. `null` where there is no
 * such file, `'gone'` for a process that is dead and only waits for its parent to notice.
 */
const startTicks = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field, the name, may hold spaces and parentheses; after its last one come plain fields.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? 'gone' : (fields[19] ?? null);
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  Number.isSafeInteger(value.pid) &&
  Number(value.pid) > 0;

/**
 * Writes the note under another name, and answers that.
 *
 * @param socket its path, beside the note
 */
export const writeOwnerDraft = async (
  directory: string,
  url: string | null,
  socket: string | null = null,
): Promise<string> => {
  const owner: Owner = {
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    start_ticks: await startTicks(process.pid),
    url,
    socket: socket === null ? null : basename(socket),
  };
  // Not by the number of the process: those of two containers may have the same.
  const draft = `${ownerNote(directory)}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(owner)}\n`);
  return draft;
};

/** Notes that this process owns the directory. */
export const writeOwner = async (directory: string, url: string | null): Promise<void> => {
  await rename(await writeOwnerDraft(directory, url), ownerNote(directory));
};

export const removeOwner = (directory: string): Promise<void> =>
  rm(ownerNote(directory), { force: true });

/** The noted owner if it is alive; null when there is none, it is gone, or its number is reused. */
export const findLiveOwner = async (directory: string): Promise<LiveOwner | null> =>
  (await readLiveOwner(ownerNote(directory))) ?? null;

/** The same of the note itself; undefined when there is none. */
export const readLiveOwner = async (note: string): Promise<LiveOwner | null | undefined> => {
  const text = await readFile(note, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : 'null',
  );
  if (text === undefined) return undefined;
  const owner = parseJson<unknown>(text);
  if (!isOwner(owner)) return null;
  if (await isNumbered(owner)) return owner;
  const { socket, url } = owner;
  // Nothing else is asked, or removed, in the name of a note.
  if (typeof socket !== 'string' || !socket.endsWith('.socket')) return null;
  return (await isPresent(join(dirname(note), basename(socket)))) ? { pid: null, url } : null;
};

/** Whether the process is one of those that this one knows by their numbers. */
const isNumbered = async ({ pid, start_ticks }: Owner): Promise<boolean> => {
  if (!exists(pid)) return false;
  const ticks = await startTicks(pid);
  if (ticks === 'gone') return false;
  return ticks === null || start_ticks === null || ticks === start_ticks;
};
