// Lists the child processes of a process.
import { readFile } from 'node:fs/promises';

/** @returns an empty list when the process has ended */
export const childPids = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
