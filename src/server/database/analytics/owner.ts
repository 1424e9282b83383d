// A note beside a directory that says which process owns it. The lock itself is the engine's.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseJson } from '../../parse-json.js';

/** Contents of the note. */
export interface Owner {
  readonly pid: number;
  /** ISO 8601, for people. */
  readonly started_at: string;
  /** When the process began, in the kernel's own count: tells it from a later one with its number. */
  readonly start_ticks: string | null;
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

/** Writes the note under another name, and answers that. */
export const writeOwnerDraft = async (directory: string, url: string | null): Promise<string> => {
  const owner: Owner = {
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    start_ticks: await startTicks(process.pid),
    url,
  };
  const draft = `${ownerNote(directory)}.${process.pid}`;
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
export const findLiveOwner = async (directory: string): Promise<Owner | null> =>
  (await readLiveOwner(ownerNote(directory))) ?? null;

/** The same of the note itself; undefined when there is none. */
export const readLiveOwner = async (note: string): Promise<Owner | null | undefined> => {
  const text = await readFile(note, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : 'null',
  );
  if (text === undefined) return undefined;
  const owner = parseJson<unknown>(text);
  if (!isOwner(owner) || !exists(owner.pid)) return null;
  const ticks = await startTicks(owner.pid);
  if (ticks === 'gone') return null;
  const reused = ticks !== null && owner.start_ticks !== null && ticks !== owner.start_ticks;
  return reused ? null : owner;
};
