// Finds files of the build, for tests of what runs as a process of its own.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

const modifiedAt = (path: string): number =>
  statSync(fileURLToPath(new URL(path, root)), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The built form of a source, by its path below `src` without ending: `server/bin`.
 *
 * @throws when it is missing or older than its source, since the test would say nothing about the source
 */
export const builtFile = (name: string): string => {
  const built = `dist/${name}.js`;
  if (modifiedAt(built) < modifiedAt(`src/${name}.ts`)) {
    throw new Error(`${built} is missing or older than its source: run "npm run build" first.`);
  }
  return fileURLToPath(new URL(built, root));
};
