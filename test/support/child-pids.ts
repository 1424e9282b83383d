// The processes that a process has started.
import { readFile } from 'node:fs/promises';

/** @returns none of a process that is gone */
export const childPids = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
