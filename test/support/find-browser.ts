// Finds a browser on this machine, or installs Debian's package of it when it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** What the search depends on; tests give their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
  readonly isRoot: boolean;
  /** Runs a command to its end. */
  readonly run: (command: string, args: readonly string[]) => void;
}

const thisMachine: Machine = {
  env: process.env,
  exists: existsSync,
  isRoot: process.getuid?.() === 0,
  run: (command, args) => {
    console.log(`${command} ${args.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync(command, args, { stdio: 'inherit', env });
  },
};

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

/**
 * The path of the browser, which is installed when it is missing and may be: as root, by apt-get.
 *
 * @throws what to install or to set when there is none. Nothing is skipped in silence.
 */
export const ensureBrowser = (kind: BrowserKind, machine: Machine = thisMachine): string => {
  const found = findBrowser(kind, machine);
  if (found) return found;
  const mayInstall = machine.isRoot && machine.exists('/usr/bin/apt-get');
  if (mayInstall) {
    machine.run('apt-get', ['update', '-q']);
    machine.run('apt-get', [
      ...['install', '-q', '-y', '--no-install-recommends'],
      kind.debianPackage,
    ]);
    const installed = findBrowser(kind, machine);
    if (installed) return installed;
  }
  throw new Error(
    [
      `The tests need ${kind.name}, and none was found at ${kind.variable}, on PATH or in the usual places.`,
      mayInstall
        ? `Installing it by "apt-get install ${kind.debianPackage}" failed; its output is above.`
        : 'It was not installed for you: that needs root and apt-get.',
      `Install ${kind.name} (on Debian: sudo apt-get install ${kind.debianPackage}),`,
      `or set ${kind.variable} to the executable, then run the tests again.`,
    ].join('\n'),
  );
};
