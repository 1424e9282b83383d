// Finds a program by its name on this machine, or installs its Debian package where that is possible.
import { join } from 'node:path';
import { ensureInstalled, type Machine } from './ensure-installed.js';
import { pathFolders } from './path-folders.js';

/** A program that tests need, such as a browser, and where it usually is. */
export interface Program {
  readonly name: string;
  /** The environment variable that holds the path of its executable. */
  readonly variable: string;
  /** Names of the executable, the best first. */
  readonly commands: readonly string[];
  /** Paths besides those of Debian and PATH, such as an application of macOS. */
  readonly otherPaths: readonly string[];
  readonly debianPackage: string;
}

/** The path in its variable, else the first of the usual places where it exists, else undefined. */
const findProgram = (program: Program, { env, exists }: Machine): string | undefined => {
  const wished = env[program.variable];
  if (wished) {
    if (exists(wished)) return wished;
    throw new Error(
      `${program.variable} is ${wished}, but no such file exists. Correct it, or unset it to search the usual places.`,
    );
  }
  const folders = ['/usr/bin', ...pathFolders(env)];
  const onPath = folders.flatMap((folder) => program.commands.map((name) => join(folder, name)));
  return [...onPath, ...program.otherPaths].find(exists);
};

/** The path of the program. @throws an error that names what to install or to set where it is missing */
export const ensureProgram = (program: Program, machine?: Machine): string =>
  ensureInstalled(
    {
      ...program,
      find: (here) => findProgram(program, here),
    },
    machine,
  );
