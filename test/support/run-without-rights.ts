// Runs a script of Node that may read only what its user may.
import { type Finished, type RunOptions, run } from './run.js';

/** Root can read any file, so it runs without that capability. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];

/** @param script a file that Node runs, and its arguments */
export const runWithoutRights = (
  script: readonly string[],
  options: RunOptions,
): Promise<Finished> => {
  const [program = '', ...args] = [
    ...(process.getuid?.() === 0 ? WITHOUT_RIGHTS : []),
    process.execPath,
    ...script,
  ];
  return run(program, args, options);
};
