// Finds built files, for tests of code that runs in a process of its own.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

const modifiedAt = (path: string): number =>
  statSync(fileURLToPath(new URL(path, root)), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The built file of a source, named by its path below `src` without the extension: `server/bin`.
 *
 * @throws when it is missing or older than its source, since the test would then run outdated code
 */
export const builtFile = (name: string): string => {
  const built = `dist/${name}.js`;
  if (modifiedAt(built) < modifiedAt(`src/${name}.ts`)) {
    throw new Error(`${built} is missing or older than its source: run "npm run build" first.`);
  }
  return fileURLToPath(new URL(built, root));
};
