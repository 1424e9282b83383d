// Finds a program on this machine, or installs its Debian package where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that tests need. */
export interface Wanted {
  readonly name: string;
  /** The environment variable that holds its path. */
  readonly variable: string;
  readonly debianPackage: string;
  /** Returns its path, or undefined where it is missing. */
  readonly find: (machine: Machine) => string | undefined;
}

/** What the search depends on, so that tests can replace it. */
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

/** Test files run in parallel, and of two apt-get at the same time one fails, so each waits for this lock. */
const TURNS = join(tmpdir(), 'chaintrail-apt-get.lock');

/**
 * The path of the program. Where it is missing, it is installed by apt-get if this process runs as root.
 *
 * @throws an error that names what to install or to set. No test is skipped silently.
 */
export const ensureInstalled = (wanted: Wanted, machine: Machine = thisMachine): string => {
  const { name, variable, debianPackage, find } = wanted;
  const found = find(machine);
  if (found) return found;
  const mayInstall = machine.isRoot && machine.exists('/usr/bin/apt-get');
  if (mayInstall) {
    machine.run('flock', [TURNS, 'apt-get', 'update', '-q']);
    machine.run('flock', [
      ...[TURNS, 'apt-get', 'install', '-q', '-y', '--no-install-recommends'],
      debianPackage,
    ]);
    const installed = find(machine);
    if (installed) return installed;
  }
  throw new Error(
    [
      `The tests need ${name}, and none was found at ${variable}, on PATH or in the usual places.`,
      mayInstall
        ? `Installing it by "apt-get install ${debianPackage}" failed; its output is above.`
        : 'It was not installed for you: that needs root and apt-get.',
      `Install ${name} (on Debian: sudo apt-get install ${debianPackage}),`,
      `or set ${variable} to where it is, then run the tests again.`,
    ].join('\n'),
  );
};
