// Reads how much processor time a process and its children have used so far. Linux only, because it reads /proc.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const ownSeconds = (pid) => {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND || 0;
};

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean),
  );

/** The seconds of the process itself, and those of its child processes. */
export const processorSeconds = (pid) => ({
  own: ownSeconds(pid),
  children: childrenOf(pid).reduce((sum, child) => sum + ownSeconds(child), 0),
});
