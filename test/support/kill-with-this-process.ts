// Kills a child process when the test run itself ends early.
import type { ChildProcess } from 'node:child_process';

/** @param signal the signal that ends the child. Default: SIGKILL */
export const killWithThisProcess = (
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): void => {
  const kill = () => child.kill(signal);
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
};
