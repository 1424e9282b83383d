// Checks a file that a command is to read, before any progress is remembered for it.
import { accessSync, constants, type Stats, statSync } from 'node:fs';

/**
 * @returns how many bytes it has; undefined for a pipe with a name, such as what a shell makes of
 *   <(zcat holders.csv.gz)
 * @throws what `fail` makes of the fault, which reads on after the name of the file
 */
export const sizeOfReadable = (
  file: string,
  fail: (fault: string) => Error,
): number | undefined => {
  let found: Stats;
  try {
    // `statSync` succeeds on a file that this user may not read.
    accessSync(file, constants.R_OK);
    found = statSync(file);
  } catch (error) {
    throw fail(`cannot be read: ${(error as Error).message}.`);
  }
  if (found.isDirectory()) throw fail('is a folder: name a file.');
  return found.isFile() ? found.size : undefined;
};
