// Finds a browser on this machine, or installs Debian's package of it when it may.
import { join } from 'node:path';
import { ensureInstalled, type Machine } from './ensure-installed.js';
import { pathFolders } from './path-folders.js';

/** A browser that tests need, and where it usually is. */
export interface BrowserKind {
  readonly name: string;
  /** The environment variable that names its executable. */
  readonly variable: string;
  /** Names of the executable, the best first. */
  readonly commands: readonly string[];
  readonly macosPaths: readonly string[];
  readonly debianPackage: string;
}

/** Where the browser is: as its variable says, else in the usual places; undefined when nowhere. */
const findBrowser = (kind: BrowserKind, { env, exists }: Machine): string | undefined => {
  const wished = env[kind.variable];
  if (wished) {
    if (exists(wished)) return wished;
    throw new Error(
      `${kind.variable} is ${wished}, but no such file exists. Correct it, or unset it to search the usual places.`,
    );
  }
  const folders = ['/usr/bin', ...pathFolders(env)];
  const onPath = folders.flatMap((folder) => kind.commands.map((name) => join(folder, name)));
  return [...onPath, ...kind.macosPaths].find(exists);
};

/** The path of the browser. @throws what to install or to set when there is none */
export const ensureBrowser = (kind: BrowserKind, machine?: Machine): string =>
  ensureInstalled(
    {
      ...kind,
      debianPackages: [kind.debianPackage],
      find: (here) => findBrowser(kind, here),
    },
    machine,
  );
