// A note beside a directory that names the process that owns it. The lock itself is held by the engine.
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPresent } from '../../data-folder/presence.js';
import { parseJson } from '../../parse-json.js';

/** The content of the note. */
export interface Owner {
  readonly pid: number;
  /** ISO 8601; informative only. */
  readonly started_at: string;
  /** The process' start in kernel ticks, which distinguishes it from a later process with the same pid. */
  readonly start_ticks: string | null;
  readonly url: string | null;
  /** The name of a socket beside the note, which is open as long as the process lives. */
  readonly socket?: string | null;
}

/** An owner that is alive. Its pid is null if it is of another container, where it means nothing here. */
export interface LiveOwner {
  readonly pid: number | null;
  readonly url: string | null;
}

/** Beside the directory, so that a copy of the directory does not contain a note. */
export const ownerNote = (directory: string): string => `${directory}.owner.json`;

/**
 * When a process began, in kernel ticks (field 22 of /proc/<pid>/stat). `null` where there is no /proc,
 * `'gone'` for a zombie: a dead process that its parent has not waited for.
 */
const startTicks = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field, the process' name, may contain spaces and parentheses, so parsing starts after the last `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? 'gone' : (fields[19] ?? null);
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
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
 * Writes the note under a draft's name, and returns the draft's path.
 *
 * @param socket path of the socket, beside the note
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
  // A random name and not the pid, which processes of two containers may share.
  const draft = `${ownerNote(directory)}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(owner)}\n`);
  return draft;
};

/** Writes the note that this process owns the directory. */
export const writeOwner = async (directory: string, url: string | null): Promise<void> => {
  await rename(await writeOwnerDraft(directory, url), ownerNote(directory));
};

export const removeOwner = (directory: string): Promise<void> =>
  rm(ownerNote(directory), { force: true });

/** The noted owner if it is alive; null if there is no note, the process is gone, or its pid was reused. */
export const findLiveOwner = async (directory: string): Promise<LiveOwner | null> =>
  (await readLiveOwner(ownerNote(directory))) ?? null;

/** The same for the path of a note; undefined when there is no note. */
export const readLiveOwner = async (note: string): Promise<LiveOwner | null | undefined> => {
  const text = await readFile(note, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : 'null',
  );
  if (text === undefined) return undefined;
  const owner = parseJson<unknown>(text);
  if (!isOwner(owner)) return null;
  if (await isNumbered(owner)) return owner;
  const { socket, url } = owner;
  // Only names of sockets are accepted, since `isPresent` removes a file that nobody listens on.
  if (typeof socket !== 'string' || !socket.endsWith('.socket')) return null;
  return (await isPresent(join(dirname(note), basename(socket)))) ? { pid: null, url } : null;
};

/** Whether the process is alive under its pid in this process' own pid namespace. */
const isNumbered = async ({ pid, start_ticks }: Owner): Promise<boolean> => {
  if (!exists(pid)) return false;
  const ticks = await startTicks(pid);
  if (ticks === 'gone') return false;
  return ticks === null || start_ticks === null || ticks === start_ticks;
};
