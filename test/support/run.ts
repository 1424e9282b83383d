// Runs a command to its end and returns its output, whether it succeeded or not.
import { spawn } from 'node:child_process';

export interface Finished {
  /** The exit status, or null when a signal ended it. */
  readonly status: number | null;
  /** Standard output alone. */
  readonly stdout: string;
  /** Standard output and standard error together, in the order of arrival. */
  readonly output: string;
}

export interface RunOptions {
  /** Working directory. */
  readonly cwd: string;
  /** Added to the environment of this process; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** @throws only when the command cannot be started at all */
export const run = (
  command: string,
  args: readonly string[],
  { cwd, env = {} }: RunOptions,
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, output }));
  });

/** Like `run`, for a command that must succeed. @throws with its output when it does not */
export const runOrThrow = async (
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Finished> => {
  const finished = await run(command, args, options);
  if (finished.status === 0) return finished;
  const line = [command, ...args].join(' ');
  throw new Error(`${line} ended with ${finished.status}:\n${finished.output}`);
};
