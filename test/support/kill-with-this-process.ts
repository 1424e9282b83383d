// Ends what a test run started when the run itself is ended early.
import type { ChildProcess } from 'node:child_process';

/** @param signal what the child ends by. Default: SIGKILL */
export const killWithThisProcess = (
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): void => {
  const kill = () => child.kill(signal);
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
};
