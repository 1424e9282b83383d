// Runs a command in this process, and returns its status and output.
import { runCli } from '../../../src/server/cli/main.js';

interface CallOptions {
  /** Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a folder that does not exist. */
  readonly workingDirectory?: string;
  /** Default: empty. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

export const callCli = async (
  args: readonly string[],
  { env = {}, workingDirectory = '/nowhere', stdin = nothing() }: CallOptions = {},
) => {
  const said = { out: '', err: '' };
  const status = await runCli(args, {
    env,
    workingDirectory,
    stdin,
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { status, ...said };
};
