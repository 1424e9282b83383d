// Runs the built command on a data folder.
import { builtFile } from '../../support/built.js';
import { type Finished, run } from '../../support/run.js';

export const chaintrail = (
  dataDirectory: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> =>
  run(process.execPath, [builtFile('server/bin'), ...args], {
    cwd: dataDirectory,
    env: { CHAINTRAIL_DATA: dataDirectory, ...env },
  });

/** Runs a command with `--json` that must succeed, and returns its output. */
export const chaintrailJson = async (
  dataDirectory: string,
  args: readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a command whose parts tests read
): Promise<any> => {
  const { status, stdout, output } = await chaintrail(dataDirectory, [...args, '--json']);
  if (status !== 0) throw new Error(`chaintrail ${args.join(' ')} ended with ${status}: ${output}`);
  return JSON.parse(stdout);
};
