// A command in this process, with nothing on its standard input, and what it said.
import { runCli } from '../../../src/server/cli/main.js';

interface CallOptions {
  /** Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: one that does not exist. */
  readonly workingDirectory?: string;
}

export const callCli = async (
  args: readonly string[],
  { env = {}, workingDirectory = '/nowhere' }: CallOptions = {},
) => {
  const said = { out: '', err: '' };
  const status = await runCli(args, {
    env,
    workingDirectory,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { status, ...said };
};
